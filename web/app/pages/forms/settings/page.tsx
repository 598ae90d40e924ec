import { useState } from 'preact/hooks';
import type { Form } from '../../../../../shared/domain/forms/form.ts';
import { useLoad } from '../../../api/load.ts';
import { useSession } from '../../../api/session.tsx';
import { Button, Notice, Section, useGo } from '../../../parts/index.ts';
import { OneTimeSecret } from '../../../parts/one-time-secret.tsx';
import type { PageProps } from '../../../parts/page-of.tsx';
import { useUnsaved } from '../../../parts/unsaved/unsaved.ts';
import { adopt } from '../../../styles/adopt.ts';
import { deleteForm } from '../actions.ts';
import { FormWarnings } from '../form-warnings.tsx';
import { FormHead, FormLoading } from '../head/form-head.tsx';
import { Access, Opening } from './access.tsx';
import { Kept, Storage } from './data.tsx';
import { PrivacyNotice } from './privacy-notice.tsx';
import { Rail } from './rail.tsx';
import { AutomaticReply } from './reply.tsx';
import { Sealing, type SealingProgress, useSealingProgress } from './sealing.tsx';
import css from './settings.css';
import { draftOf, type SettingsDraft } from './settings-draft.ts';
import { Spam } from './spam.tsx';
import { t } from './texts/t.ts';
import { readStored, SaveBar, type StoredSettings, useSaving } from './use-saving.tsx';
import { Webhooks } from './webhooks.tsx';

adopt(css);

export default ({ params: { id = '' } }: PageProps) => <FormSettingsPage key={id} id={id} />;

function FormSettingsPage({ id }: { readonly id: string }) {
  const loaded = useLoad(signal => readStored(id, signal), []);
  const sealing = useSealingProgress(id);
  const [turn, setTurn] = useState(0);
  return (
    <FormLoading id={id} current="settings" of={loaded} formOf={({ form }) => form} shape="sections">
      {stored => (
        <>
          <FormHead form={stored.form} current="settings" />
          <Warnings warnings={stored.warnings} />
          <Settings
            key={`${stored.etag} ${turn}`}
            stored={stored}
            sealing={sealing.data}
            onStored={saved => {
              loaded.set(saved);
              sealing.reload();
            }}
            onDiscard={() => setTurn(turn + 1)}
          />
          <Secrets stored={stored} onClose={({ secrets: _, ...shown }) => loaded.set(shown)} />
        </>
      )}
    </FormLoading>
  );
}

const Warnings = ({ warnings = [] }: Pick<StoredSettings, 'warnings'>) =>
  warnings.length > 0 ? (
    <div class="stack page-notice" role="status">
      <FormWarnings warnings={warnings} />
    </div>
  ) : null;

/** Shows the secrets of the webhooks that were just saved. */
const Secrets = ({ stored, onClose }: { stored: StoredSettings; onClose: (stored: StoredSettings) => void }) =>
  stored.secrets ? (
    <OneTimeSecret
      title={t('secretsMade')}
      help={t('secretsHelp')}
      done={t('copied')}
      text={stored.secrets.map(({ url, secret }) => `${url} ${secret}`).join('\n')}
      onClose={() => onClose(stored)}
    />
  ) : null;

type SettingsProps = {
  readonly stored: StoredSettings;
  readonly sealing: SealingProgress | undefined;
  readonly onStored: (stored: StoredSettings) => void;
  readonly onDiscard: () => void;
};

function Settings({ stored, sealing, onStored, onDiscard }: SettingsProps) {
  const { can } = useSession();
  const { form } = stored;
  const [draft, setDraft] = useState<SettingsDraft>(() => draftOf(form));
  const saving = useSaving(stored, draft, onStored);
  const { error, isChanged } = saving;
  const set = (change: Partial<SettingsDraft>) => setDraft(now => ({ ...now, ...change }));
  const part = { draft, error, set };
  useUnsaved(isChanged);
  return (
    <div class="sectioned">
      <Rail />
      <form
        noValidate
        onSubmit={event => {
          event.preventDefault();
          return saving.run();
        }}
      >
        {!can('editor') && <Notice tone="grey">{t('readOnly')}</Notice>}
        <fieldset class="settings" disabled={!can('editor')}>
          <Opening {...part} />
          <Access {...part} />
          <Spam {...part} />
          {can('admin') && <AutomaticReply {...part} form={form} />}
          <Sealing {...part} form={form} progress={sealing} />
          <PrivacyNotice {...part} />
          <Kept {...part} />
          <Webhooks {...part} formId={form.id} />
          <Storage {...part} stored={form.storage?.mode} />
        </fieldset>
        {isChanged && <SaveBar saving={saving} stored={stored} draft={draft} onDiscard={onDiscard} />}
        {can('editor') && !isChanged && <End form={form} />}
      </form>
    </div>
  );
}

function End({ form }: { form: Form }) {
  const go = useGo();
  return (
    <Section id="danger" title={t('danger')} help={t('dangerHelp')}>
      <Button kind="danger" icon="trash" onClick={() => deleteForm(form, () => go('/forms'))}>
        {t('deleteForm')}
      </Button>
    </Section>
  );
}
