import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { useAction } from '../api/load.ts';
import { t } from '../texts/t.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { ErrorNote } from './feedback.tsx';
import { TextField } from './fields.tsx';

export type Question = {
  readonly title: string;
  readonly text: ComponentChildren;
  /** The button's text: `Delete form`. */
  readonly action: string;
  readonly danger?: boolean;
  /** Text to type before confirming, such as the name of the record to delete. */
  readonly typed?: string;
  /** The action. If it fails, the dialog stays open with the error. */
  readonly run: () => Promise<unknown>;
};

export default function Confirm({ question, onClose }: { question: Question; onClose: () => void }) {
  const { title, text, action, danger, typed, run } = question;
  const [name, setName] = useState('');
  const doing = useAction(async () => {
    await run();
    onClose();
  });
  const ready = typed === undefined || name.trim() === typed.trim();
  return (
    <Dialog
      title={title}
      onClose={onClose}
      onSubmit={() => ready && doing.run()}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" kind={danger ? 'danger' : 'primary'} busy={doing.busy} disabled={!ready}>
            {action}
          </Button>
        </>
      }
    >
      <p>{text}</p>
      {typed !== undefined && (
        <TextField label={t('typeToConfirm', { name: typed })} value={name} onInput={setName} autocomplete="off" />
      )}
      <ErrorNote error={doing.error} />
    </Dialog>
  );
}
