import type { IntegrationKind } from '../../domain/receivers/integration-kind.ts';
import { lastFour } from '../../domain/text/parts-of-text.ts';

/** https://developers.notion.com/docs/authorization */
export const notion: IntegrationKind = {
  shownOfCredential: ['tokenLast4'],
  read: ({ token, databaseId }) => ({
    config: { ...(databaseId !== undefined && { databaseId }) },
    ...(token !== undefined && { credential: { text: token, shown: { tokenLast4: lastFour(token) } } }),
  }),
};
