import type { Contract } from '../contract.ts';
import { reads } from '../operations.ts';
import { listOf, object, paging, pathId } from '../records.ts';

const consentText = object(['textHash', 'fieldId', 'text', 'current'], {
  textHash: { type: 'string', description: 'The `textHash` in `meta.consents` of a response.' },
  fieldId: { type: 'string' },
  language: { type: 'string', description: 'Missing for a form that names no language.' },
  text: { type: 'string', description: 'What was agreed to.' },
  current: { type: 'boolean', description: 'Whether the form shows this text now.' },
});

export const listConsentTexts = {
  ...reads,
  path: '/forms/{id}/consent-texts',
  summary: 'List the texts that a form asks or asked consent to',
  description:
    'The text of each consent in each language, now and before each change. Together with `meta.consents` of a response, it proves what a person agreed to. The texts are kept as long as the form.',
  params: pathId('The ID of a form.'),
  query: object([], {
    text_hash: { type: 'string', minLength: 64, maxLength: 64, description: 'Only the text with this hash.' },
    ...paging,
  }),
  response: listOf(consentText),
} as const satisfies Contract;

export const consentTexts = { listConsentTexts } as const;
