import type { FromSchema } from 'json-schema-to-ts';
import type { createIntegration, getIntegration } from '../../contracts/receivers/integrations.ts';

export type Integration = FromSchema<typeof getIntegration.response>;

export type { IntegrationType } from '../../contracts/receivers/integration-types.ts';

/** The part of a config that may be shown. */
export type ShownConfig = Integration['config'];

/** A config as sent, with its credential. */
export type SentConfig = FromSchema<typeof createIntegration.body>['config'];

/** The parts needed of a Google service account's JSON key. `token_uri` is not: nobody chooses where we sign in. */
export type ServiceAccount = { client_email: string; private_key: string; private_key_id?: string };
