import { useSession } from '../../../api/session.tsx';
import { errorAt } from '../../../parts/error-at.ts';
import { Checkbox, NumberField, RadioCards, Section, Select, TextField } from '../../../parts/index.ts';
import type { PartProps } from './access.tsx';
import { t } from './texts/t.ts';

const policies = ['delete', 'archive'] as const;
const extraFieldsChoices = ['byCaller', 'refuse', 'drop', 'keep'] as const;
const regions = ['global', 'eu', 'us'] as const;
const modes = ['platform', 'owner'] as const;
/** The settings that only your own bucket has. */
const nothingOfOwners = { roleArn: undefined, externalId: undefined, account: undefined, answers: undefined };
const answerPlaces = ['bucket', 'table'] as const;

/** Edits which data is kept, and for how long. */
export function Kept({ draft: { retention, extraFields, limits }, error, set }: PartProps) {
  const { partialDays } = retention ?? {};
  return (
    <Section id="data" title={t('data')}>
      <div class="stack">
        <Checkbox
          role="switch"
          label={t('retention')}
          help={t('retentionHelp')}
          checked={retention?.days !== undefined}
          onInput={wanted => set({ retention: { partialDays, ...(wanted && { days: 365, policy: 'delete' }) } })}
          error={errorAt(error, 'retention.policy')}
        />
        {retention?.days !== undefined && (
          <div class="columns">
            <NumberField
              label={t('days')}
              min={1}
              max={36_500}
              value={retention.days}
              onInput={days => set({ retention: { ...retention, days: days as number } })}
              error={errorAt(error, 'retention.days')}
            />
            <Select
              label={t('policy')}
              value={retention.policy ?? 'delete'}
              options={policies.map(value => ({ value, label: t(value) }))}
              onInput={policy => set({ retention: { ...retention, policy } })}
            />
            {(retention.policy === 'archive' || retention.archiveDays !== undefined) && (
              <NumberField
                label={t('archiveDays')}
                help={t('archiveDaysHelp')}
                min={1}
                max={36_500}
                value={retention.archiveDays}
                onInput={days => set({ retention: { ...retention, archiveDays: days } })}
                error={errorAt(error, 'retention.archiveDays')}
              />
            )}
          </div>
        )}
        <div class="columns">
          <NumberField
            label={t('partialDays')}
            help={t('partialDaysHelp')}
            min={0}
            max={36_500}
            value={partialDays ?? 30}
            onInput={days => set({ retention: { ...retention, partialDays: days } })}
            error={errorAt(error, 'retention.partialDays')}
          />
        </div>
        <div class="columns">
          <Select
            label={t('extraFields')}
            value={extraFields ?? 'byCaller'}
            options={extraFieldsChoices.map(value => ({ value, label: t(value) }))}
            onInput={value => set({ extraFields: value === 'byCaller' ? undefined : value })}
            error={errorAt(error, 'extraFields')}
          />
          <NumberField
            label={t('bodyBytes')}
            help={t('bodyBytesHelp')}
            min={1}
            max={128}
            value={limits?.bodyBytes === undefined ? undefined : limits.bodyBytes / 1024}
            onInput={kb => set({ limits: kb === undefined ? undefined : { bodyBytes: Math.round(kb * 1024) } })}
            error={errorAt(error, 'limits')}
          />
        </div>
      </div>
    </Section>
  );
}

/** @param stored the mode that is stored */
export function Storage({ draft: { storage }, error, set, stored }: PartProps & { stored: string | undefined }) {
  const { organization, can } = useSession();
  const mode = storage?.mode ?? 'platform';
  const change = (part: object) => set({ storage: { mode, ...storage, ...part } });
  return (
    <Section id="storage" title={t('storage')} help={can('admin') ? undefined : t('onlyAdmins')}>
      <fieldset class="stack" disabled={!can('admin')}>
        <RadioCards
          legend={t('storageMode')}
          value={mode}
          options={modes.map(value => ({ value, label: t(value) }))}
          onInput={next => change({ mode: next, ...(next === 'platform' && nothingOfOwners) })}
        />
        {errorAt(error, 'storage.mode') && <p class="error">{errorAt(error, 'storage.mode')}</p>}
        {mode === 'owner' && (
          <div class="columns">
            <TextField
              label={t('bucket')}
              spellcheck={false}
              value={storage?.bucket ?? ''}
              help={storage?.roleArn ? undefined : t('proofHelp', { object: `formline/${organization.id}` })}
              onInput={bucket => change({ bucket: bucket.trim() || undefined })}
              error={errorAt(error, 'storage.bucket')}
            />
            <TextField
              label={t('roleArn')}
              help={t('roleArnHelp', { id: organization.id })}
              placeholder="arn:aws:iam::…:role/formline-storage-…"
              spellcheck={false}
              value={storage?.roleArn ?? ''}
              onInput={roleArn => change({ roleArn: roleArn.trim() || undefined })}
              error={errorAt(error, 'storage.roleArn')}
            />
          </div>
        )}
        {mode === 'owner' && <AnswersKept answers={storage?.answers} {...{ error, stored, change }} />}
        <div class="narrow">
          <Select
            label={t('region')}
            value={storage?.region ?? 'global'}
            options={regions.map(value => ({ value, label: t(value) }))}
            onInput={region => change({ region })}
            error={errorAt(error, 'storage.region')}
          />
        </div>
      </fieldset>
    </Section>
  );
}

type AnswersKeptProps = Pick<PartProps, 'error'> & {
  readonly answers: (typeof answerPlaces)[number] | undefined;
  readonly stored: string | undefined;
  readonly change: (part: object) => void;
};

/** Edits where answers are kept. Forms from before this choice keep them in the table. */
const AnswersKept = ({
  stored,
  error,
  change,
  answers = stored === 'owner' ? 'table' : 'bucket',
}: AnswersKeptProps) => (
  <Select
    label={t('answersKept')}
    help={t('answersKeptHelp')}
    value={answers}
    options={answerPlaces.map(value => ({ value, label: t(value === 'bucket' ? 'inBucket' : 'inTable') }))}
    onInput={next => change({ answers: next })}
    error={errorAt(error, 'storage.answers')}
  />
);
