import type { ComponentChildren } from 'preact';
import { useAction } from '../api/load.ts';
import { Button } from './button.tsx';
import { Code } from './copy.tsx';
import { Dialog } from './dialog.tsx';
import { ErrorNote, Notice } from './feedback.tsx';

type OneTimeSecretProps = {
  readonly title: string;
  readonly help: string;
  /** The button's text. */
  readonly done: string;
  readonly text: string;
  /** Called when the user is done. The dialog stays open until it succeeds, and shows its error. */
  readonly onClose: () => unknown;
  /** Buttons beside the one that closes the dialog. */
  readonly children?: ComponentChildren;
};

/** A secret that is shown only once, such as a key or a link. */
export function OneTimeSecret({ title, help, done, text, onClose, children }: OneTimeSecretProps) {
  const end = useAction(async () => onClose());
  return (
    <Dialog
      title={title}
      onClose={end.run}
      onSubmit={end.run}
      footer={
        <>
          {children}
          <Button type="submit" kind="primary" busy={end.busy}>
            {done}
          </Button>
        </>
      }
    >
      <div class="stack">
        <Notice tone="amber">{help}</Notice>
        <Code text={text} label={title} />
        <ErrorNote error={end.error} />
      </div>
    </Dialog>
  );
}
