import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { useAction } from '../../../api/load.ts';
import { Button } from '../../../parts/button.tsx';
import { Dialog } from '../../../parts/dialog.tsx';
import { errorAt } from '../../../parts/error-at.ts';
import { ErrorNote } from '../../../parts/feedback.tsx';
import { TextField } from '../../../parts/fields.tsx';
import { TextArea } from '../../../parts/more-fields.tsx';
import { t as base } from '../../../texts/t.ts';
import { t } from './texts/t.ts';

type Names = { readonly name: string; readonly description: string | null };

type TemplateFormProps = {
  readonly title: string;
  readonly action: string;
  readonly first: Names;
  readonly onSave: (names: Names) => Promise<void>;
  readonly onClose: () => void;
  readonly children?: ComponentChildren;
};

/** Edits a template's name and description. */
export function TemplateForm({ title, action, first, onSave, onClose, children }: TemplateFormProps) {
  const [name, setName] = useState(first.name);
  const [description, setDescription] = useState(first.description ?? '');
  const save = useAction(() => onSave({ name: name.trim(), description: description.trim() || null }));
  return (
    <Dialog
      title={title}
      onClose={onClose}
      onSubmit={save.run}
      footer={
        <>
          <Button onClick={onClose}>{base('cancel')}</Button>
          <Button type="submit" kind="primary" busy={save.busy} disabled={!name.trim()}>
            {action}
          </Button>
        </>
      }
    >
      <div class="stack">
        <TextField
          label={t('templateName')}
          maxLength={255}
          value={name}
          onInput={setName}
          error={errorAt(save.error, 'name')}
        />
        <TextArea
          label={t('templateFor')}
          rows={2}
          maxLength={2000}
          value={description}
          onInput={setDescription}
          error={errorAt(save.error, 'description')}
        />
        {children}
        <ErrorNote error={save.error} shown={['name', 'description']} />
      </div>
    </Dialog>
  );
}
