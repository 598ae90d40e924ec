import type { IntegrationKind } from '../../domain/receivers/integration-kind.ts';
import { lastFour } from '../../domain/text/parts-of-text.ts';

/** https://developers.notion.com/docs/authorization */
export const notion: IntegrationKind = {
  credential: 'token',
  shownOfCredential: ['tokenLast4'],
  required: ['databaseId'],
  optional: [],
  read: ({ token, databaseId }) => ({
    config: { ...(databaseId !== undefined && { databaseId }) },
    ...(token !== undefined && { credential: { text: token, shown: { tokenLast4: lastFour(token) } } }),
  }),
};
