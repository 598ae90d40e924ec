import { readEmailConfig } from '../../domain/receivers/email-config.ts';
import type { IntegrationKind } from '../../domain/receivers/integration-kind.ts';

export const email: IntegrationKind = {
  shownOfCredential: [],
  read: readEmailConfig,
};
