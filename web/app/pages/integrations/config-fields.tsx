import type { ComponentChild } from 'preact';
import type { IntegrationType } from '../../../../shared/contracts/receivers/integration-types.ts';
import type { ItemOf } from '../../api/operations.ts';
import { errorAt } from '../../parts/error-at.ts';
import { Notice } from '../../parts/feedback.tsx';
import { TextField } from '../../parts/fields.tsx';
import { Checkbox, TextArea } from '../../parts/more-fields.tsx';
import { t } from '../receivers/texts/t.ts';
import { EmailFields, type EmailValues, emailConfigOf, emailValuesOf } from './email-fields.tsx';

export type Integration = ItemOf<'GET /integrations'>;

/** The values of the controls. An empty credential keeps the stored one. */
export type ConfigValues = {
  readonly webhookUrl: string;
  readonly serviceAccount: string;
  readonly spreadsheetId: string;
  readonly sheetName: string;
  readonly token: string;
  readonly databaseId: string;
  readonly baseId: string;
  readonly table: string;
  readonly includePersonalData: boolean;
} & EmailValues;

export const valuesOf = (config: Partial<Integration['config']> = {}): ConfigValues => ({
  ...{ webhookUrl: '', serviceAccount: '', token: '' },
  spreadsheetId: config.spreadsheetId ?? '',
  sheetName: config.sheetName ?? '',
  databaseId: config.databaseId ?? '',
  baseId: config.baseId ?? '',
  table: config.table ?? '',
  includePersonalData: config.includePersonalData ?? false,
  ...emailValuesOf(config),
});

/** The config of a service, as the API takes it. */
export function configOf(type: IntegrationType, values: ConfigValues) {
  const { includePersonalData, spreadsheetId, sheetName, databaseId, baseId, table } = values;
  const filled = (name: 'webhookUrl' | 'serviceAccount' | 'token') =>
    values[name].trim() && { [name]: values[name].trim() };
  switch (type) {
    case 'slack':
    case 'discord':
    case 'teams':
      return { includePersonalData, ...filled('webhookUrl') };
    case 'google_sheets':
      return {
        includePersonalData,
        spreadsheetId: spreadsheetId.trim(),
        sheetName: sheetName.trim() || null,
        ...filled('serviceAccount'),
      };
    case 'email':
      return { includePersonalData, ...emailConfigOf(values) };
    case 'notion':
      return { includePersonalData, databaseId: databaseId.trim(), ...filled('token') };
    case 'airtable':
      return { includePersonalData, baseId: baseId.trim(), table: table.trim(), ...filled('token') };
  }
}

const names = [
  ...([
    'webhookUrl',
    'serviceAccount',
    'spreadsheetId',
    'sheetName',
    'token',
    'databaseId',
    'baseId',
    'table',
  ] as const),
  ...(['recipients', 'digestHour', 'timeZone'] as const),
];

/** The fields whose faults these controls show. */
export const shownFields = ['formId', ...names.map(name => `config.${name}`)];

type ConfigFieldsProps = {
  readonly type: IntegrationType;
  readonly values: ConfigValues;
  readonly onInput: (change: Partial<ConfigValues>) => void;
  readonly error: unknown;
  /** The stored config, if there is one. */
  readonly stored?: Integration['config'];
};

export function ConfigFields(props: ConfigFieldsProps) {
  const { type, values, onInput } = props;
  const Fields = fieldsOf[type];
  return (
    <>
      <Notice>{t(`${type}Steps`)}</Notice>
      <Fields {...props} />
      <Checkbox
        label={t('personal')}
        help={t('personalHelp')}
        checked={values.includePersonalData}
        onInput={includePersonalData => onInput({ includePersonalData })}
      />
    </>
  );
}

const byWebhook =
  (placeholder: string) =>
  ({ values, onInput, error, stored }: ConfigFieldsProps) => (
    <TextField
      label={t('webhookUrl')}
      type="url"
      autocomplete="off"
      placeholder={placeholder}
      value={values.webhookUrl}
      onInput={webhookUrl => onInput({ webhookUrl })}
      help={stored?.webhookUrlLast4 && t('keeps', { last4: stored.webhookUrlLast4 })}
      error={errorAt(error, 'config.webhookUrl')}
    />
  );

const OfSheets = ({ values, onInput, error, stored }: ConfigFieldsProps) => (
  <>
    <TextArea
      label={t('serviceAccount')}
      autocomplete="off"
      spellcheck={false}
      value={values.serviceAccount}
      onInput={serviceAccount => onInput({ serviceAccount })}
      help={stored?.clientEmail && t('keepsAccount', { email: stored.clientEmail })}
      error={errorAt(error, 'config.serviceAccount')}
    />
    <TextField
      label={t('spreadsheetId')}
      help={t('spreadsheetHelp')}
      value={values.spreadsheetId}
      onInput={spreadsheetId => onInput({ spreadsheetId })}
      error={errorAt(error, 'config.spreadsheetId')}
    />
    <TextField
      label={t('sheetName')}
      help={t('sheetHelp')}
      value={values.sheetName}
      onInput={sheetName => onInput({ sheetName })}
      error={errorAt(error, 'config.sheetName')}
    />
  </>
);

const TokenField = ({ label, values, onInput, error, stored }: ConfigFieldsProps & { readonly label: string }) => (
  <TextField
    label={label}
    type="password"
    autocomplete="off"
    value={values.token}
    onInput={token => onInput({ token })}
    help={stored?.tokenLast4 && t('keeps', { last4: stored.tokenLast4 })}
    error={errorAt(error, 'config.token')}
  />
);

const OfNotion = (props: ConfigFieldsProps) => (
  <>
    <TokenField {...props} label={t('token')} />
    <TextField
      label={t('databaseId')}
      help={t('databaseHelp')}
      value={props.values.databaseId}
      onInput={databaseId => props.onInput({ databaseId })}
      error={errorAt(props.error, 'config.databaseId')}
    />
  </>
);

const OfAirtable = (props: ConfigFieldsProps) => (
  <>
    <TokenField {...props} label={t('accessToken')} />
    <TextField
      label={t('baseId')}
      help={t('baseHelp')}
      value={props.values.baseId}
      onInput={baseId => props.onInput({ baseId })}
      error={errorAt(props.error, 'config.baseId')}
    />
    <TextField
      label={t('table')}
      help={t('tableHelp')}
      value={props.values.table}
      onInput={table => props.onInput({ table })}
      error={errorAt(props.error, 'config.table')}
    />
  </>
);

const fieldsOf: Readonly<Record<IntegrationType, (props: ConfigFieldsProps) => ComponentChild>> = {
  slack: byWebhook('https://hooks.slack.com/services/…'),
  discord: byWebhook('https://discord.com/api/webhooks/…'),
  teams: byWebhook('https://….api.powerplatform.com/…'),
  google_sheets: OfSheets,
  notion: OfNotion,
  airtable: OfAirtable,
  email: EmailFields,
};
