import type { Form } from '../../../../shared/domain/forms/form.ts';
import { useSession } from '../../api/session.tsx';
import { messageOf } from '../../parts/feedback.tsx';
import { useGo } from '../../parts/link.tsx';
import { Menu, MenuItem } from '../../parts/menu.tsx';
import { toast } from '../../parts/notices.tsx';
import { t } from './texts.ts';

const actions = () => import('./actions.ts');

/** What can be done with a form of the list; `onChange` when the list is another then. */
export function RowMenu({ form, onChange }: { form: Form; onChange: () => void }) {
  const go = useGo();
  const { can } = useSession();
  const copy = async () => {
    try {
      const { id } = await (await actions()).duplicate(form);
      toast(t('duplicated'));
      go(`/forms/${id}/edit`);
    } catch (error) {
      toast(messageOf(error));
    }
  };
  const set = (status: Form['status']) => async () => (await actions()).setStatus(form, status, onChange);
  const remove = async () => (await actions()).deleteForm(form, onChange);
  return (
    <Menu label={t('actionsFor', { title: form.title })}>
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
          <MenuItem icon="trash" danger onClick={remove}>
            {t('delete')}
          </MenuItem>
        </>
      )}
    </Menu>
  );
}
