import type { IntegrationKind } from '../../domain/receivers/integration-kind.ts';
import { lastFour } from '../../domain/text/parts-of-text.ts';

/** https://airtable.com/developers/web/api/authentication */
export const airtable: IntegrationKind = {
  shownOfCredential: ['tokenLast4'],
  read: ({ token, baseId, table }) => ({
    config: { ...(baseId !== undefined && { baseId }), ...(table !== undefined && { table }) },
    ...(token !== undefined && { credential: { text: token, shown: { tokenLast4: lastFour(token) } } }),
  }),
};
