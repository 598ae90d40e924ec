import { Button } from './button.tsx';
import { Code } from './copy.tsx';
import { Dialog } from './dialog.tsx';
import { Notice } from './feedback.tsx';

type ShownOnceProps = {
  readonly title: string;
  readonly help: string;
  /** What its button says. */
  readonly done: string;
  readonly text: string;
  readonly onClose: () => void;
};

/** A secret that nobody is shown again: a key, a link. */
export const ShownOnce = ({ title, help, done, text, onClose }: ShownOnceProps) => (
  <Dialog
    title={title}
    onClose={onClose}
    onSubmit={onClose}
    footer={
      <Button type="submit" kind="primary">
        {done}
      </Button>
    }
  >
    <div class="stack">
      <Notice tone="amber">{help}</Notice>
      <Code text={text} label={title} />
    </div>
  </Dialog>
);
