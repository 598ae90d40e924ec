import { useState } from 'preact/hooks';
import { call } from '../../../api/client.ts';
import { useAction } from '../../../api/load.ts';
import type { ItemOf } from '../../../api/operations.ts';
import { useSession } from '../../../api/session.tsx';
import { Button } from '../../../parts/button.tsx';
import { Dialog } from '../../../parts/dialog.tsx';
import { ErrorNote } from '../../../parts/feedback.tsx';
import { useGo } from '../../../parts/link.tsx';
import { confirm, toast } from '../../../parts/notices.tsx';
import { t as base } from '../../../texts/t.ts';
import { FormPreview } from './form-preview.tsx';
import { type RetentionChoice, retentionFor } from './retention-by-default.ts';
import { protectedByDefault } from './spam-by-default.ts';
import { TemplateForm } from './template-form.tsx';
import { t } from './texts/t.ts';

export type Template = ItemOf<'GET /templates'>;

type TemplateDialogProps = {
  readonly template: Template;
  readonly keptFor: RetentionChoice;
  readonly onClose: () => void;
  /** Called when the template was renamed or deleted. */
  readonly onChange: () => void;
};

/** Shows a template before it is used. */
export function TemplateDialog({ template, keptFor, onClose, onChange }: TemplateDialogProps) {
  const { can } = useSession();
  const go = useGo();
  const [isRenamed, setRenamed] = useState(false);
  const use = useAction(async () => {
    const { id } = await call('POST /forms', {
      body: {
        templateId: template.id,
        spamProtection: protectedByDefault(template.form.spamProtection),
        retention: retentionFor(keptFor, template.form.retention),
      },
    });
    go(`/forms/${id}/edit`);
  });
  if (isRenamed) return <Rename template={template} onClose={() => setRenamed(false)} onRenamed={onChange} />;
  return (
    <Dialog
      title={template.name}
      onClose={onClose}
      onSubmit={use.run}
      wide
      footer={
        <>
          {!template.isBuiltIn && can('editor') && (
            <>
              <Button icon="trash" kind="quiet" onClick={() => remove(template, onChange)}>
                {t('deleteTemplate')}
              </Button>
              <Button icon="edit" kind="quiet" onClick={() => setRenamed(true)}>
                {t('rename')}
              </Button>
            </>
          )}
          <Button onClick={onClose}>{base('cancel')}</Button>
          <Button type="submit" kind="primary" busy={use.busy}>
            {t('use')}
          </Button>
        </>
      }
    >
      {template.description && <p class="help">{template.description}</p>}
      <FormPreview form={template.form} />
      <ErrorNote error={use.error} />
    </Dialog>
  );
}

const remove = ({ id, name }: Template, onRemoved: () => void): void =>
  confirm({
    title: t('deleteTitle', { name }),
    text: t('deleteText'),
    action: t('deleteTemplate'),
    danger: true,
    run: async () => {
      await call('DELETE /templates/{id}', { params: { id } });
      toast(t('deleted'));
      onRemoved();
    },
  });

type RenameProps = { readonly template: Template; readonly onClose: () => void; readonly onRenamed: () => void };

const Rename = ({ template, onClose, onRenamed }: RenameProps) => (
  <TemplateForm
    title={t('renameTitle')}
    action={base('save')}
    first={template}
    onClose={onClose}
    onSave={async names => {
      await call('PUT /templates/{id}', { params: { id: template.id }, body: names });
      toast(t('renamed'));
      onRenamed();
    }}
  />
);
