import type { Contract } from '../contract.ts';
import { record } from '../records.ts';

const page = {
  path: '/mails/{token}',
  auth: [],
  transport: { page: true },
  // Both are one function.
  grants: ['table:write', 'accounts:audit', 'hashKey:open'],
  rateShare: 0.1,
  status: 200,
  params: record({ token: { type: 'string', description: 'The token in the link of a mail.' } }),
  produces: ['text/html'],
} as const;

export const getMailLink = {
  ...page,
  method: 'GET',
  transport: { page: true, head: true },
  servedBy: 'followMailLink',
  summary: 'Show what a link in an email does',
  description:
    'A page with one button. Opening it changes nothing, since mail filters open links. 404 for a link that no longer works.',
  urlHoldsSecret: true,
} as const satisfies Contract;

export const followMailLink = {
  ...page,
  method: 'POST',
  transport: { takesForms: true, page: true },
  summary: 'Confirm or unsubscribe with a link from an email',
  description:
    'Confirms a recipient of response emails, or unsubscribes from the emails that the link came with, as mail programs do by themselves (RFC 8058). The body is ignored.',
  urlHoldsSecret: true,
} as const satisfies Contract;

export const mailLinks = { getMailLink, followMailLink } as const;
