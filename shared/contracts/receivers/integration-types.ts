/** The services that responses can be sent to, in the order in which the dashboard offers them. */
export const integrationTypes = ['slack', 'discord', 'teams', 'google_sheets', 'notion', 'airtable', 'email'] as const;

export type IntegrationType = (typeof integrationTypes)[number];
