import type { Contract } from '../contract.ts';
import { record } from '../records.ts';
import { createSubmission } from '../responses/submissions.ts';

const params = record({ formId: { type: 'string', description: 'The ID of a live form, or its `slug`.' } });

const view = {
  lang: { type: 'string', description: 'The language of the page, BCP 47. Default: that of the form.' },
  embed: {
    type: 'string',
    description:
      '`1`: for an iframe. It has no title, and sends the surrounding page its height: a message `{type: "formline:height", height}`.',
  },
} as const;

export const getHostedPage = {
  method: 'GET',
  path: '/f/{formId}',
  transport: { page: true, head: true },
  summary: 'Show the page of a form',
  description:
    'A page to link to. It works without JavaScript. Other parameters fill in the fields of their names, except consents and files. A form whose page would exceed 512 KB needs JavaScript. An address gets 300 pages a minute, or the deployment’s `LIMIT_PAGES`. An unknown form, or one with `hostedPage.enabled` false, is 404. A draft, archived or closed form is 403. Each is a page that says so. Caches may keep a page for 10 seconds, unless the address fills in a field.',
  auth: [],
  grants: ['table:write', 'accounts:keys', 'files:locate'],
  limits: { visitor: 'LIMIT_PAGES' },
  rateShare: 0.5,
  status: 200,
  alternatives: { 302: 'A former `slug`: `Location` is the current address.' },
  // A distribution keeps it for seconds, which a rush is over in. Longer, and visitors would share its token.
  cacheControl: 'public, max-age=0, s-maxage=10',
  params,
  query: {
    type: 'object',
    properties: {
      ...view,
      sent: { type: 'string', description: '`1`: the thank-you page.' },
      end: { type: 'string', description: 'With `sent`: the ID of the ending whose text it shows.' },
    },
  },
  produces: ['text/html'],
} as const satisfies Contract;

/** Submissions and uploads work as in their own operations, whose contracts this one extends. */
export const submitHostedPage = {
  ...createSubmission,
  path: '/f/{formId}',
  transport: { takesForms: true, page: true },
  summary: 'Submit an HTML form',
  description: [
    'Accepts an HTML form, from the form’s own page or any other: `<form method="post" action="…/f/form_…?key=pk_…">`. The publishable key may also be in a field `_key`.',
    'Text becomes a number, a boolean or a list as the form’s field says. Files of `multipart/form-data` are stored; a request may have 4 MB, and 1,000 fields. The rules are those of `POST /v1/forms/{formId}/submissions`.',
    'With `Accept: application/json` the response is the API’s. Otherwise a page: 303 to `_next`, `_redirect` or the form’s `thankYou.redirectUrl`, or to a page that says thank you; where something is wrong, the form again with the answers filled in. `_next` and `_redirect` have to be on the origin of the page, or on one of the form’s `allowedOrigins`.',
    'Fields whose names begin with `_` are no answers: `_gotcha`, `_honey` (and `bot-field`) are honeypots, `_replyto` answers the first field of type `email`, `_language` is the language of the page, `_token` makes one submission of two requests with the same answers; `_subject`, `_format`, `form-name` and others are left alone, `_cc` and `_webhook` on purpose.',
  ].join('\n\n'),
  auth: ['publishableKey'],
  urlHoldsSecret: true,
  role: undefined,
  grants: ['table:write', 'dataKeys:seal', 'captchas:verify', 'files:receive'],
  limits: { ...createSubmission.limits, uploads: 'LIMIT_UPLOADS', bytes: 'LIMIT_UPLOAD_MEGABYTES' },
  rateShare: 0.5,
  status: 303,
  alternatives: { 201: 'With `Accept: application/json`: the submission' },
  params,
  query: {
    type: 'object',
    properties: { key: { type: 'string', description: 'A publishable key.' }, ...view },
  },
  headers: undefined,
  body: undefined,
  bodyBytesMax: 4_194_304 + 65_536,
  response: undefined,
  produces: ['text/html', 'application/json'],
} as const satisfies Contract;

export const hostedPages = { getHostedPage, submitHostedPage } as const;
