import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { adopt } from '../styles/adopt.ts';
import { t } from '../texts/t.ts';
import { Button } from './button.tsx';
import css from './dialog.css';

type DialogProps = {
  readonly title: string;
  /** Called on Escape and on the close button. The dialog is open as long as it is rendered. */
  readonly onClose: () => void;
  /** The buttons. */
  readonly footer?: ComponentChildren;
  readonly wide?: boolean;
  /** Called on Enter in a field, and on a button of type submit. */
  readonly onSubmit?: () => void;
  readonly children: ComponentChildren;
};

export function Dialog({ title, onClose, footer, wide, onSubmit, children }: DialogProps) {
  adopt(css);
  const element = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const dialog = element.current;
    const before = document.activeElement;
    dialog?.showModal();
    return () => {
      dialog?.close();
      // The element that opened the dialog may be gone by now.
      const next = before?.isConnected ? before : document.getElementById('main');
      if (next instanceof HTMLElement) next.focus();
    };
  }, []);
  return (
    <dialog
      ref={element}
      class={`dialog ${wide ? 'wide' : ''}`}
      aria-labelledby={id}
      onCancel={event => {
        event.preventDefault();
        onClose();
      }}
    >
      <form
        method="dialog"
        noValidate
        onSubmit={event => {
          event.preventDefault();
          onSubmit?.();
        }}
      >
        <header>
          <h2 id={id}>{title}</h2>
          <Button kind="quiet" icon="close" label={t('close')} onClick={onClose} />
        </header>
        <div class="dialog-body">{children}</div>
        {footer && <footer>{footer}</footer>}
      </form>
    </dialog>
  );
}
