import { useState } from 'preact/hooks';
import type { Form } from '../../../../shared/domain/forms/form.ts';
import { send } from '../../api/client.ts';
import { isStale } from '../../api/errors.ts';
import { useAction, useLoad } from '../../api/load.ts';
import type { Input } from '../../api/operations.ts';
import { useSession } from '../../api/session.tsx';
import { Button, ErrorNote, Loading, Notice, Section, toast, useGo } from '../../parts/index.ts';
import { useUnsaved } from '../../parts/unsaved.ts';
import type { PageProps } from '../../shell/page-of.tsx';
import { adopt } from '../../styles/adopt.ts';
import { deleteForm } from './actions.ts';
import { FormHead } from './form-head.tsx';
import css from './settings.css';
import { Access, Opening } from './settings-access.tsx';
import { Kept, Storage } from './settings-data.tsx';
import { draftOf, patchOf, type SettingsDraft } from './settings-draft.ts';
import { Sealing } from './settings-sealing.tsx';
import { Spam } from './settings-spam.tsx';
import { t } from './settings-texts.ts';

adopt(css);

type Stored = { readonly form: Form; readonly etag: string };

const storedOf = async (response: Response): Promise<Stored> => ({
  form: await response.json(),
  etag: response.headers.get('etag') ?? '',
});

const read = async (id: string, signal: AbortSignal): Promise<Stored> =>
  storedOf(await send('GET /forms/{id}', { params: { id }, signal }));

export default function FormSettingsPage({ params: { id = '' } }: PageProps) {
  const stored = useLoad(signal => read(id, signal), [id]);
  const [turn, setTurn] = useState(0);
  return (
    <Loading of={stored}>
      {({ form, etag }) => (
        <>
          <FormHead form={form} current="settings" />
          <Settings
            key={`${etag} ${turn}`}
            form={form}
            etag={etag}
            onSaved={stored.set}
            onReload={stored.reload}
            onDiscard={() => setTurn(turn + 1)}
          />
        </>
      )}
    </Loading>
  );
}

type SettingsProps = Stored & {
  readonly onSaved: (stored: Stored) => void;
  readonly onReload: () => void;
  readonly onDiscard: () => void;
};

function Settings({ form, etag, onSaved, onReload, onDiscard }: SettingsProps) {
  const { can } = useSession();
  const before = draftOf(form);
  const [draft, setDraft] = useState<SettingsDraft>(before);
  const patch = patchOf(before, draft);
  const isChanged = Object.keys(patch).length > 0;
  const save = useAction(async () => {
    const body = patch as Input<'PUT /forms/{id}'>['body'];
    const now = await send('PUT /forms/{id}', { params: { id: form.id }, body, headers: { 'if-match': etag } });
    onSaved(await storedOf(now));
    toast(t('saved'));
  });
  const set = (change: Partial<SettingsDraft>) => setDraft(now => ({ ...now, ...change }));
  const part = { draft, error: save.error, set };
  useUnsaved(isChanged);
  return (
    <form
      noValidate
      onSubmit={event => {
        event.preventDefault();
        return save.run();
      }}
    >
      {!can('editor') && <Notice tone="grey">{t('readOnly')}</Notice>}
      <fieldset class="settings" disabled={!can('editor')}>
        <Opening {...part} />
        <Access {...part} />
        <Spam {...part} />
        <Sealing {...part} form={form} />
        <Kept {...part} />
        <Storage {...part} />
      </fieldset>
      {isChanged && <SaveBar save={save} onDiscard={onDiscard} onReload={onReload} />}
      {can('editor') && !isChanged && <End form={form} />}
    </form>
  );
}

/** The settings that show their own faults. */
const shown = [
  ...['closesAt', 'maxResponses', 'allowedOrigins', 'hostedPage', 'spamProtection', 'fieldPolicies'],
  ...['retention', 'extraFields', 'limits', 'storage'],
];

type SaveBarProps = {
  readonly save: ReturnType<typeof useAction<[]>>;
  readonly onDiscard: () => void;
  readonly onReload: () => void;
};

const SaveBar = ({ save, onDiscard, onReload }: SaveBarProps) => (
  <div class="save-bar">
    {isStale(save.error) ? (
      <Notice tone="amber">
        <span role="alert">{t('stale')}</span>
        <Button size="small" onClick={onReload}>
          {t('reload')}
        </Button>
      </Notice>
    ) : save.error ? (
      <ErrorNote error={save.error} shown={shown} />
    ) : (
      <span role="status">{t('unsaved')}</span>
    )}
    <div class="actions">
      <Button onClick={onDiscard}>{t('discard')}</Button>
      <Button type="submit" kind="primary" busy={save.busy}>
        {t('save')}
      </Button>
    </div>
  </div>
);

function End({ form }: { form: Form }) {
  const go = useGo();
  return (
    <Section title={t('danger')} help={t('dangerHelp')}>
      <Button kind="danger" icon="trash" onClick={() => deleteForm(form, () => go('/forms'))}>
        {t('deleteForm')}
      </Button>
    </Section>
  );
}
