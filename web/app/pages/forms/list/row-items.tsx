import type { Form } from '../../../../../shared/domain/forms/form.ts';
import { call } from '../../../api/client.ts';
import { useSession } from '../../../api/session.tsx';
import { messageOf } from '../../../parts/feedback.tsx';
import { useGo } from '../../../parts/link.tsx';
import { MenuItem } from '../../../parts/menu-item.tsx';
import { confirm, toast } from '../../../parts/notices.tsx';
import { deleteForm, setStatus } from '../actions.ts';
import { copyForm, omissionsOf } from '../copied-form.ts';
import { CopyOmissions } from '../copy-omissions.tsx';
import { t } from '../texts/t.ts';

type RowItemsProps = {
  readonly form: Form;
  readonly onChange: () => void;
  /** Saves it as a template. */
  readonly onTemplate: () => void;
};

export function RowItems({ form, onChange, onTemplate }: RowItemsProps) {
  const go = useGo();
  const { can } = useSession();
  const copy = () => duplicate(form, { isAdmin: can('admin'), onMade: id => go(`/forms/${id}/edit`) });
  const set = (status: Form['status']) => () => setStatus(form, status, onChange);
  return (
    <>
      <MenuItem icon="share" to={`/forms/${form.id}/share`}>
        {t('share')}
      </MenuItem>
      <MenuItem icon="gear" to={`/forms/${form.id}/settings`}>
        {t('settings')}
      </MenuItem>
      {can('editor') && (
        <>
          <MenuItem icon="edit" to={`/forms/${form.id}/edit`}>
            {t('edit')}
          </MenuItem>
          <MenuItem icon="copy" onClick={copy}>
            {t('duplicate')}
          </MenuItem>
          <MenuItem icon="plus" onClick={onTemplate}>
            {t('saveTemplate')}
          </MenuItem>
          {form.status !== 'live' && (
            <MenuItem icon="check" onClick={set('live')}>
              {t('publish')}
            </MenuItem>
          )}
          {form.status !== 'draft' && (
            <MenuItem icon="undo" onClick={set('draft')}>
              {t('unpublish')}
            </MenuItem>
          )}
          {form.status !== 'archived' && (
            <MenuItem icon="close" onClick={set('archived')}>
              {t('close')}
            </MenuItem>
          )}
          <MenuItem icon="trash" danger onClick={() => deleteForm(form, onChange)}>
            {t('delete')}
          </MenuItem>
        </>
      )}
    </>
  );
}

type Duplicate = { readonly isAdmin: boolean; readonly onMade: (id: string) => void };

/** Creates a draft copy of a form. Asks first if the copy can't have everything that the form has. */
async function duplicate(form: Form, { isAdmin, onMade }: Duplicate): Promise<void> {
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
