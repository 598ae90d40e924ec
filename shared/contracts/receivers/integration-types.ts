/** The properties of a service's config. Every service also takes `includePersonalData`. */
type ConfigProperties = {
  /** The secret, which a new integration needs and an update may leave out. */
  readonly credential?: string;
  readonly required: readonly string[];
  readonly optional: readonly string[];
};

/** The services that responses can be sent to, in the order in which the dashboard offers them. */
const integrationConfigs = {
  slack: { credential: 'webhookUrl', required: [], optional: [] },
  discord: { credential: 'webhookUrl', required: [], optional: [] },
  teams: { credential: 'webhookUrl', required: [], optional: [] },
  google_sheets: { credential: 'serviceAccount', required: ['spreadsheetId'], optional: ['sheetName'] },
  notion: { credential: 'token', required: ['databaseId'], optional: [] },
  airtable: { credential: 'token', required: ['baseId', 'table'], optional: [] },
  email: { required: ['recipients'], optional: ['includeAnswers', 'replyToField', 'digest', 'digestHour', 'timeZone'] },
} as const satisfies Readonly<Record<string, ConfigProperties>>;

export type IntegrationType = keyof typeof integrationConfigs;

export const integrationTypes = Object.keys(integrationConfigs) as [IntegrationType, ...IntegrationType[]];

const servicesWithRows: readonly IntegrationType[] = ['google_sheets', 'notion', 'airtable'];

/** Whether each response has a row in the service, which an erasure removes. */
export const hasRows = (type: IntegrationType): boolean => servicesWithRows.includes(type);

/** Returns the properties that the config of a type takes. */
export const configPropertiesOf = (type: IntegrationType): ConfigProperties => integrationConfigs[type];
