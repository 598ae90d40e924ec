import type { Contract } from '../contract.ts';
import { patterns } from '../patterns.ts';
import { object, record } from '../records.ts';
import { response } from './responses.ts';

const { id, formId, formVersion, environment, status, startedAt, submittedAt, updatedAt, answers, notes, meta } =
  response.properties;

const note = record({
  field: { type: 'string', description: 'The id of a field, or of what is none.' },
  rule: { type: 'string' },
  message: { type: 'string' },
});

/** The response, or the part of it that a publishable key is shown. */
const times = ['startedAt', 'submittedAt', 'updatedAt'] as const;
const submitted = object(['id', 'formId', 'formVersion', 'status', ...times, 'answers'], {
  ...{ id, formId, formVersion, status, startedAt, submittedAt, updatedAt },
  answers: {
    ...answers,
    description: `${answers.description} A publishable key is shown those that the request brought, a secret key all that there are.`,
  },
  environment,
  notes: { ...notes, description: 'Shown to a secret key.' },
  meta: { ...meta, description: 'Shown to a secret key, as is `environment`.' },
  details: {
    type: 'array',
    description:
      'Of a partial submission: what is wrong with the answers that were not stored. Missing where nothing is.',
    items: note,
  },
  warnings: {
    type: 'array',
    description:
      'The answers of a publishable key that were dropped: by the rule `hidden` those to fields that its other answers hide, by `unknown` those to fields that the form does not have. Missing if there are none.',
    items: note,
  },
});

export const createSubmission = {
  method: 'POST',
  path: '/v1/forms/{formId}/submissions',
  summary: 'Submit answers to a live form',
  description: [
    'The body is a flat object, field id to value. `x-session-id` ties the saves of one visit to one response: partial saves add their answers to it, and a plain submission with it completes it. A partial save stores the answers that keep their rules, and tells what is wrong with the others in `details`. With an `Idempotency-Key`, a repeated request is answered with the response that the first one made, as it is now; 410 when that was deleted. A publishable key may send as much at once as the fields can hold, 32 KB at least and 128 KB at most, or the form’s `limits.bodyBytes`; it is shown `id`, `formId`, `formVersion`, `status`, the times, and the answers of its request. Answers to fields that the form’s conditions hide, or that it does not have, are dropped and named in `warnings`; from a secret key they are refused. `extraFields` changes what happens to fields that the form does not have. Calculated fields are computed, whatever is sent for them. 403: the form is not live; or, with a publishable key, the page’s origin is not among the form’s `allowedOrigins`. What each field takes: `GET /forms/{id}/public`. With `_consents`, a consent to a text that has changed since is 409 `consent_changed`; a partial save goes without it.',
    'Text is read as the field says: `"5"` answers a number, `"on"` or `"true"` a checkbox, one text a list of choices, and `""` is no answer. So `JSON.stringify(Object.fromEntries(new FormData(form)))` is a good body for every type but `file`. What an HTML form sends, `application/x-www-form-urlencoded` or `multipart/form-data` without files, is taken too, as at `POST /f/{formId}`, and answered with JSON; the publishable key may then be in a field `_key`.',
  ].join('\n\n'),
  takesForms: 'too',
  auth: ['publishableKey', 'secretKey'],
  role: 'editor',
  table: 'write',
  dataKeys: 'seal',
  files: 'claim',
  status: 201,
  alternatives: { 200: 'The response of this session was saved again, or completed' },
  params: record({ formId: { type: 'string', description: 'The id of a live form.' } }),
  query: object([], {
    status: {
      enum: ['partial', 'completed'],
      default: 'completed',
      description: '`partial` saves what there is: at least one good answer, no required ones.',
    },
  }),
  headers: {
    type: 'object',
    properties: {
      'idempotency-key': {
        type: 'string',
        pattern: patterns.idempotencyKey.pattern,
        description: 'Any text that no other submission has; kept for 24 hours. With another request it is 409.',
      },
      'x-formline-ticket': {
        type: 'string',
        maxLength: 100,
        description: 'The `ticket` of the public schema; or `_ticket` in the body. Where the form asks for one.',
      },
      'x-formline-proof': {
        type: 'string',
        maxLength: 4096,
        description:
          'The solved challenge of the form’s proof of work, for the submission that completes a response; or `altcha` in the body.',
      },
      'x-captcha-token': {
        type: 'string',
        maxLength: 8192,
        description:
          'The token of the form’s captcha, for the submission that completes a response; or `x-recaptcha-token`, or in the body `g-recaptcha-response`, `cf-turnstile-response` or `h-captcha-response`.',
      },
      'x-recaptcha-token': { type: 'string', maxLength: 8192, description: 'The same.' },
      'x-session-id': {
        type: 'string',
        pattern: patterns.session.pattern,
        description:
          'Identifies one visit of one person. Keep it secret: it lets a caller add to the response of the visit. Use a random id, such as that of `crypto.randomUUID()`.',
      },
    },
  },
  body: {
    type: 'object',
    description:
      '`_consents`: the `consentId` of each consent that the page shows, as a list or separated by spaces. Field id to answer, as the type of the field has it. `null`, `""`, an empty list and `false` for a consent count as not answered; an id that the form does not have is refused.',
  },
  bodyBytesMax: 131_072,
  verifiesCaptchas: true,
  limits: { sender: 'LIMIT_SUBMISSIONS', form: 'LIMIT_FORM_SUBMISSIONS' },
  response: submitted,
} as const satisfies Contract;

export const submissions = { createSubmission } as const;
