import type { Form } from '../../../../shared/domain/forms/form.ts';
import { useSession } from '../../api/session.tsx';
import { messageOf } from '../../parts/feedback.tsx';
import { useGo } from '../../parts/link.tsx';
import { MenuItem } from '../../parts/menu-item.tsx';
import { toast } from '../../parts/notices.tsx';
import { deleteForm, duplicate, setStatus } from './actions.ts';
import { t } from './texts.ts';

export function RowItems({ form, onChange }: { form: Form; onChange: () => void }) {
  const go = useGo();
  const { can } = useSession();
  const copy = async () => {
    try {
      const { id } = await duplicate(form);
      toast(t('duplicated'));
      go(`/forms/${id}/edit`);
    } catch (error) {
      toast(messageOf(error));
    }
  };
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
