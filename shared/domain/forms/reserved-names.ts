import { commonHoneypots } from '../spam/honeypots.ts';

const ignored = 'other services read it, and this one ignores it';

/** Names that a page's form sends to the service, with their meaning. They are never answers. */
export const reservedNames: ReadonlyMap<string, string> = new Map([
  ...commonHoneypots.map(name => [name, 'it is a honeypot, which every form has'] as const),
  ['_key', 'it holds the publishable key of an HTML form'],
  ['_next', 'it names the page that follows a submission'],
  ['_redirect', 'it names the page that follows a submission'],
  ['_replyto', 'it answers the first field of type email'],
  ['_language', 'it names the language of the page'],
  ['_token', 'it marks two requests as one submission'],
  ['_consents', 'it names the texts of consents that a page shows'],
  ['_privacy', 'it is the privacy notice of the public schema'],
  ['_ticket', 'it holds the ticket of the public schema'],
  ...['_subject', '_format', '_cc', '_webhook', '_captcha', '_template', '_autoresponse'].map(
    name => [name, ignored] as const,
  ),
]);
