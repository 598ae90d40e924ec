import { useEffect, useRef } from 'preact/hooks';

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
