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

/** The keyboard shortcuts of the editor. */
const Shortcuts = ({ onClose }: { onClose: () => void }) => (
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

export default Shortcuts;
