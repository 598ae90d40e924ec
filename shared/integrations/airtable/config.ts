import type { IntegrationKind } from '../../domain/receivers/integration-kind.ts';
import { lastFour } from '../../domain/text/parts-of-text.ts';

/** https://airtable.com/developers/web/api/authentication */
export const airtable: IntegrationKind = {
  credential: 'token',
  shownOfCredential: ['tokenLast4'],
  required: ['baseId', 'table'],
  optional: [],
  read: ({ token, baseId, table }) => ({
    config: { ...(baseId !== undefined && { baseId }), ...(table !== undefined && { table }) },
    ...(token !== undefined && { credential: { text: token, shown: { tokenLast4: lastFour(token) } } }),
  }),
};
