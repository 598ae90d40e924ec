import { covers, useDirectory } from '../../api/directory.ts';
import type { ItemOf } from '../../api/operations.ts';
import { errorAt } from '../../parts/error-at.ts';
import { Select } from '../../parts/fields.tsx';
import { Checkbox, NumberField, TextArea } from '../../parts/more-fields.tsx';
import { PersonSelect, personOf, ZoneSelect } from '../../parts/select/selects.tsx';
import { t } from '../receivers/texts/t.ts';

type Config = ItemOf<'GET /integrations'>['config'];
type Digest = NonNullable<Config['digest']>;

/** The values of the controls for email. */
export type EmailValues = {
  readonly members: readonly string[];
  /** One address per line. */
  readonly addresses: string;
  readonly includeAnswers: boolean;
  readonly digest: Digest;
  readonly digestHour: number;
  readonly timeZone: string;
};

const isMember = (recipient: string): boolean => recipient.startsWith('usr_');

export const emailValuesOf = ({ recipients = [], ...config }: Partial<Config>): EmailValues => ({
  members: recipients.filter(isMember),
  addresses: recipients.filter(recipient => !isMember(recipient)).join('\n'),
  includeAnswers: config.includeAnswers ?? false,
  digest: config.digest ?? 'immediately',
  digestHour: config.digestHour ?? 8,
  timeZone: config.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
});

export function emailConfigOf({ members, addresses, includeAnswers, digest, digestHour, timeZone }: EmailValues) {
  const others = addresses.split(/[\s,;]+/).filter(address => address !== '');
  return {
    recipients: [...members, ...others],
    ...{ includeAnswers, digest },
    digestHour: digest === 'daily' ? digestHour : null,
    timeZone: timeZone.trim() || null,
    ...(digest !== 'immediately' && { replyToField: null }),
  };
}

type EmailFieldsProps = {
  readonly values: EmailValues;
  readonly onInput: (change: Partial<EmailValues>) => void;
  readonly error: unknown;
  /** The stored config, if there is one. */
  readonly stored?: Config;
};

const digests = ['immediately', 'hourly', 'daily'] as const;

export const EmailFields = ({ values, onInput, error, stored }: EmailFieldsProps) => (
  <>
    <Members values={values} onInput={onInput} recipientStatus={stored?.recipientStatus} />
    <TextArea
      label={t('addresses')}
      help={t('addressesHelp')}
      autocomplete="off"
      spellcheck={false}
      rows={2}
      value={values.addresses}
      onInput={addresses => onInput({ addresses })}
      error={errorAt(error, 'config.recipients')}
    />
    <Select
      label={t('digest')}
      value={values.digest}
      options={digests.map(value => ({ value, label: t(value) }))}
      onInput={digest => onInput({ digest })}
    />
    {values.digest === 'daily' && (
      <div class="columns">
        <NumberField
          label={t('digestHour')}
          min={0}
          max={23}
          value={values.digestHour}
          onInput={(digestHour = 8) => onInput({ digestHour })}
          error={errorAt(error, 'config.digestHour')}
        />
        <ZoneSelect
          label={t('timeZone')}
          value={values.timeZone}
          onInput={timeZone => onInput({ timeZone })}
          error={errorAt(error, 'config.timeZone')}
        />
      </div>
    )}
    <Checkbox
      label={t('includeAnswers')}
      help={t('includeAnswersHelp')}
      checked={values.includeAnswers}
      onInput={includeAnswers => onInput({ includeAnswers })}
    />
  </>
);

type MembersProps = Pick<EmailFieldsProps, 'values' | 'onInput'> & Pick<Config, 'recipientStatus'>;

/** Up to this many people are shown with a box each; of more, those chosen are. */
const boxesMax = 100;

/** The organization's people, and recipients who are former members. */
function Members({ values, onInput, recipientStatus = {} }: MembersProps) {
  const { members } = values;
  const { items, isWhole } = useDirectory('GET /users', loaded => loaded.length > 0 && covers(loaded, members));
  const isShort = isWhole && items.length <= boxesMax;
  const shown = isShort ? items : items.filter(({ id }) => members.includes(id));
  const gone = Object.keys(recipientStatus).filter(recipient => recipientStatus[recipient] === 'gone');
  const toggle = (userId: string) => (on: boolean) =>
    onInput({ members: on ? [...members, userId] : members.filter(each => each !== userId) });
  return (
    <fieldset>
      <legend>{t('toMembers')}</legend>
      <div class="stack tight scrolls">
        {shown.map(person => (
          <Checkbox
            key={person.id}
            label={personOf(person)}
            checked={members.includes(person.id)}
            onInput={toggle(person.id)}
          />
        ))}
        {gone.map(userId => (
          <Checkbox
            key={userId}
            label={`${userId} (${t('left')})`}
            checked={members.includes(userId)}
            onInput={toggle(userId)}
          />
        ))}
      </div>
      {!isShort && items.length > 0 && (
        <PersonSelect
          label={t('addRecipient')}
          value=""
          before={[{ value: '', label: '' }]}
          onInput={userId => !members.includes(userId) && onInput({ members: [...members, userId] })}
        />
      )}
    </fieldset>
  );
}
