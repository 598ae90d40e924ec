import type { Form } from '../../../../../shared/domain/forms/form.ts';
import { useSession } from '../../../api/session.tsx';
import { useGo } from '../../../parts/link.tsx';
import { MenuItem } from '../../../parts/menu-item.tsx';
import { deleteForm, setStatus } from '../actions.ts';
import { t } from '../texts/t.ts';
import { duplicate } from './duplicate.tsx';

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
