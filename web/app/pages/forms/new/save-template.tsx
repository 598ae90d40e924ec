import type { Form } from '../../../../../shared/domain/forms/form.ts';
import { call } from '../../../api/client.ts';
import { useSession } from '../../../api/session.tsx';
import { toast } from '../../../parts/notices.tsx';
import { copyForm, omissionsOf } from '../copied-form.ts';
import { CopyOmissions } from '../copy-omissions.tsx';
import { t } from '../texts/t.ts';
import { TemplateForm } from './template-form.tsx';

type SaveTemplateProps = { readonly form: Form; readonly onClose: () => void };

/** Keeps a form as a template of the organization, for all its environments. */
export default function SaveTemplate({ form, onClose }: SaveTemplateProps) {
  const isAdmin = useSession().can('admin');
  const parts = omissionsOf(form, { isAdmin });
  const save = async (names: { name: string; description: string | null }) => {
    await call('POST /templates', { body: { ...names, form: copyForm(form, { isAdmin }) } });
    toast(t('templateSaved'));
    onClose();
  };
  return (
    <TemplateForm
      title={t('saveTemplate')}
      action={t('saveTemplate')}
      first={{ name: form.title, description: null }}
      onSave={save}
      onClose={onClose}
    >
      {parts.length > 0 && <CopyOmissions parts={parts} />}
    </TemplateForm>
  );
}
