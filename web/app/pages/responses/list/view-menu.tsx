import { useState } from 'preact/hooks';
import type { Form } from '../../../../../shared/domain/forms/form.ts';
import { call } from '../../../api/client.ts';
import { useAction } from '../../../api/load.ts';
import type { Input } from '../../../api/operations.ts';
import { useSession } from '../../../api/session.tsx';
import { Button } from '../../../parts/button.tsx';
import { Dialog } from '../../../parts/dialog.tsx';
import { ErrorNote } from '../../../parts/feedback.tsx';
import { TextField } from '../../../parts/fields.tsx';
import { Icon } from '../../../parts/icon.tsx';
import { useGo } from '../../../parts/link.tsx';
import { Menu } from '../../../parts/menu.tsx';
import { MenuItem } from '../../../parts/menu-item.tsx';
import { confirm, toast } from '../../../parts/notices.tsx';
import { t } from '../texts/t.ts';
import { changeOf, differs, readViews, type SavedView, savedOf, type ViewContent } from '../views.ts';

type ViewMenuProps = {
  readonly form: Form;
  readonly view: SavedView | undefined;
  readonly shown: ViewContent;
  /** Called after the view was changed on the server. */
  readonly onChanged: (view: SavedView) => void;
};

type NewView = Input<'POST /forms/{id}/views'>['body'];

/** The saved views of a form: open one, save what is shown, rename, delete. */
export function ViewMenu({ form, view, shown, onChanged }: ViewMenuProps) {
  const go = useGo();
  const { can } = useSession();
  const [naming, setNaming] = useState<'new' | 'rename'>();
  const addressOf = (id?: string) => `/forms/${form.id}/responses${id === undefined ? '' : `?view=${id}`}`;
  const paramsOf = ({ id }: SavedView) => ({ id: form.id, viewId: id });
  const name = async (text: string) => {
    if (view && naming === 'rename') {
      onChanged(await call('PUT /forms/{id}/views/{viewId}', { params: paramsOf(view), body: { name: text } }));
    } else {
      const body = { name: text, ...savedOf(shown) } as NewView;
      const { id } = await call('POST /forms/{id}/views', { params: { id: form.id }, body });
      go(addressOf(id));
    }
    toast(t('viewSaved'));
  };
  const update = async (before: SavedView) => {
    onChanged(
      await call('PUT /forms/{id}/views/{viewId}', { params: paramsOf(before), body: changeOf(before, shown) }),
    );
    go(addressOf(before.id));
    toast(t('viewSaved'));
  };
  const updating = useAction(update);
  const remove = (gone: SavedView) =>
    confirm({
      title: t('deleteView'),
      text: t('deleteViewText', { name: gone.name }),
      action: t('deleteView'),
      danger: true,
      run: async () => {
        await call('DELETE /forms/{id}/views/{viewId}', { params: paramsOf(gone) });
        go(addressOf());
      },
    });
  const ofView = view && can('editor') && (
    <>
      <hr />
      {differs(view, shown) && (
        <MenuItem icon="check" onClick={() => void updating.run(view)}>
          {t('updateView')}
        </MenuItem>
      )}
      <MenuItem icon="edit" onClick={() => setNaming('rename')}>
        {t('renameView')}
      </MenuItem>
      <MenuItem icon="trash" danger onClick={() => remove(view)}>
        {t('deleteView')}
      </MenuItem>
    </>
  );
  const items = async () => {
    const views = await readViews(form.id);
    return (
      <>
        <MenuItem checked={view === undefined} onClick={() => go(addressOf())}>
          {t('allResponses')}
        </MenuItem>
        {views.map(each => (
          <MenuItem key={each.id} checked={each.id === view?.id} onClick={() => go(addressOf(each.id))}>
            {each.name}
          </MenuItem>
        ))}
        {can('editor') && (
          <MenuItem icon="plus" onClick={() => setNaming('new')}>
            {t('saveView')}
          </MenuItem>
        )}
        {ofView}
      </>
    );
  };
  const label = view?.name ?? t('savedViews');
  return (
    <>
      <Menu
        label={t('savedViews')}
        class="button plain"
        button={
          <>
            <Icon name="list" />
            <span class="line-text">{label}</span>
            {view && differs(view, shown) && <span class="help">{t('viewChanged')}</span>}
          </>
        }
      >
        {items}
      </Menu>
      <ErrorNote error={updating.error} />
      {naming && (
        <ViewName
          before={naming === 'rename' ? (view?.name ?? '') : ''}
          onName={name}
          onClose={() => setNaming(undefined)}
        />
      )}
    </>
  );
}

type ViewNameProps = {
  readonly before: string;
  readonly onName: (name: string) => Promise<unknown>;
  readonly onClose: () => void;
};

function ViewName({ before, onName, onClose }: ViewNameProps) {
  const [name, setName] = useState(before);
  const saving = useAction(async () => {
    await onName(name.trim());
    onClose();
  });
  return (
    <Dialog
      title={before ? t('renameView') : t('saveView')}
      onClose={onClose}
      onSubmit={() => name.trim() && saving.run()}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" kind="primary" busy={saving.busy} disabled={!name.trim()}>
            {t('save')}
          </Button>
        </>
      }
    >
      <TextField label={t('viewName')} help={t('viewsHelp')} value={name} maxLength={100} onInput={setName} />
      <ErrorNote error={saving.error} />
    </Dialog>
  );
}
