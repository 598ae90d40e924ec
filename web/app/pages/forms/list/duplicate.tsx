import type { Form } from '../../../../../shared/domain/forms/form.ts';
import { call } from '../../../api/client.ts';
import { messageOf } from '../../../parts/feedback.tsx';
import { confirm, toast } from '../../../parts/notices.tsx';
import { copyForm, omissionsOf } from '../copied-form.ts';
import { CopyOmissions } from '../copy-omissions.tsx';
import { t } from '../texts/t.ts';

type Duplicate = { readonly isAdmin: boolean; readonly onMade: (id: string) => void };

/** Creates a draft copy of a form. Asks first if the copy can't have everything that the form has. */
export async function duplicate(form: Form, { isAdmin, onMade }: Duplicate): Promise<void> {
  const copy = async () => {
    const title = [...t('copyOf', { title: form.title })].slice(0, 255).join('');
    const { id } = await call('POST /forms', { body: { ...copyForm(form, { isAdmin }), title, status: 'draft' } });
    toast(t('duplicated'));
    onMade(id);
  };
  const parts = omissionsOf(form, { isAdmin });
  if (parts.length === 0) return copy().catch(error => toast(messageOf(error)));
  confirm({
    title: t('duplicateTitle', { title: form.title }),
    text: <CopyOmissions parts={parts} />,
    action: t('duplicate'),
    run: copy,
  });
}
