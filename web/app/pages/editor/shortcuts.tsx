import { useEffect, useRef } from 'preact/hooks';
import { Dialog } from '../../parts/dialog.tsx';
import { t } from './texts/t.ts';

const isMac = /Mac|iP/.test(navigator.platform);
const control = isMac ? '⌘' : 'Ctrl';
const alt = isMac ? '⌥' : 'Alt';

const list = [
  [`${control} S`, 'key_save'],
  [`${control} Z`, 'key_undo'],
  [`${control} ${isMac ? '⇧ Z' : 'Y'}`, 'key_redo'],
  ['/', 'key_add'],
  [t('key_Enter'), 'key_below'],
  [`${alt} ↑ ↓`, 'key_move'],
  [`${control} D`, 'key_duplicate'],
  [`${alt} ⌫`, 'key_remove'],
  ['Esc', 'key_none'],
  ['?', 'key_list'],
] as const;

export const Shortcuts = ({ onClose }: { onClose: () => void }) => (
  <Dialog title={t('shortcuts')} onClose={onClose}>
    <dl class="ed-keys">
      {list.map(([keys, name]) => (
        <div key={name}>
          <dt>
            <kbd>{keys}</kbd>
          </dt>
          <dd>{t(name)}</dd>
        </div>
      ))}
    </dl>
  </Dialog>
);

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, textarea, select, formline-form') !== null;

/** Names a shortcut: `Control s`, `Control Shift z`, `Escape`. Undefined while the user types. */
function keyOf({ ctrlKey, metaKey, shiftKey, altKey, key, target }: KeyboardEvent): string | undefined {
  const isControl = ctrlKey || metaKey;
  if (altKey || (!isControl && isTyping(target))) return undefined;
  const name = key.length === 1 ? key.toLowerCase() : key;
  return isControl ? `Control ${shiftKey ? 'Shift ' : ''}${name}` : name;
}

/** Handles the page's keyboard shortcuts while no dialog is open. */
export function useKeys(actions: Readonly<Record<string, (() => unknown) | undefined>>): void {
  const latest = useRef(actions);
  latest.current = actions;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const name = keyOf(event) ?? '';
      if (event.defaultPrevented || !(name in latest.current) || document.querySelector('dialog[open]')) return;
      event.preventDefault();
      latest.current[name]?.();
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);
}
