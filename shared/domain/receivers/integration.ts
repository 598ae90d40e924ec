import type { FromSchema } from 'json-schema-to-ts';
import type { createIntegration, getIntegration } from '../../contracts/receivers/integrations.ts';

export type Integration = FromSchema<typeof getIntegration.response>;

export type IntegrationType = Integration['type'];

/** What of a config may be shown. */
export type ShownConfig = Integration['config'];

/** A config as it is sent, its credential with it. */
export type SentConfig = FromSchema<typeof createIntegration.body>['config'];

/** What is needed of the JSON key of a Google service account. Its `token_uri` is not: nobody chooses where we sign in. */
export type ServiceAccount = { client_email: string; private_key: string; private_key_id?: string };
