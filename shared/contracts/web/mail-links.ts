import type { Contract } from '../contract.ts';
import { record } from '../records.ts';

const page = {
  path: '/mails/{token}',
  auth: [],
  page: true,
  // Both are one function.
  table: 'write',
  owns: ['audit'],
  rateShare: 0.1,
  status: 200,
  params: record({ token: { type: 'string', description: 'What stands in the link of a mail.' } }),
  produces: ['text/html'],
} as const;

export const getMailLink = {
  ...page,
  method: 'GET',
  head: true,
  servedBy: 'followMailLink',
  summary: 'Show what a link in a mail does',
  description:
    'A page with one button. To open it changes nothing: mail filters open links. A link that does not work any more is 404.',
  urlHoldsSecret: true,
} as const satisfies Contract;

export const followMailLink = {
  ...page,
  method: 'POST',
  takesForms: true,
  summary: 'Do what a link in a mail is for',
  description:
    'Confirms an address that is to get mail about responses, once; or ends the mails that the link came with, which mail programs do by themselves (RFC 8058). What is sent with it does not matter.',
  urlHoldsSecret: true,
} as const satisfies Contract;

export const mailLinks = { getMailLink, followMailLink } as const;
