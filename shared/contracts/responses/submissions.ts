import type { Contract } from '../contract.ts';
import { patterns } from '../patterns.ts';
import { idempotencyKey, object, record } from '../records.ts';
import { response } from './responses.ts';

const { id, formId, formVersion, environment, status, startedAt, submittedAt, updatedAt, answers } =
  response.properties;
const { handling, assigneeId, notes, meta } = response.properties;

const note = record({
  field: { type: 'string', description: 'The ID of a field, or an unknown name.' },
  rule: { type: 'string' },
  message: { type: 'string' },
});

/** The response, or the part of it that a publishable key is shown. */
const times = ['startedAt', 'submittedAt', 'updatedAt'] as const;
const submitted = object(['id', 'formId', 'formVersion', 'status', ...times, 'answers'], {
  ...{ id, formId, formVersion, status, startedAt, submittedAt, updatedAt },
  answers: {
    ...answers,
    description: `${answers.description} A publishable key gets the answers of its request, a secret key all.`,
  },
  environment,
  handling: { ...handling, description: 'Shown to a secret key, as is `assigneeId`.' },
  assigneeId,
  notes: { ...notes, description: 'Shown to a secret key.' },
  meta: { ...meta, description: 'Shown to a secret key, as is `environment`.' },
  details: {
    type: 'array',
    description: 'For a partial submission: the faults of answers that were not stored. Absent if there are none.',
    items: note,
  },
  warnings: {
    type: 'array',
    description:
      'Dropped answers of a publishable key. `hidden`: other answers hide the field. `unknown`: the form has no such field. Absent if there are none.',
    items: note,
  },
});

export const createSubmission = {
  method: 'POST',
  path: '/v1/forms/{formId}/submissions',
  summary: 'Submit answers to a live form',
  description: [
    'The body is a flat object, field ID to value. All saves with one `x-session-id` are one response: partial saves add answers, and a plain submission completes it. A partial save stores valid answers and lists the others in `details`. With an `Idempotency-Key`, a repeated request returns the first response, as it is now; 410 when that was deleted. A publishable key may send as much at once as the fields can hold, 32 KB at least and 128 KB at most, or the form’s `limits.bodyBytes`; it is shown `id`, `formId`, `formVersion`, `status`, the times, and the answers of its request. Answers to fields that the form’s conditions hide, or that it does not have, are dropped and named in `warnings`; from a secret key they are refused. `extraFields` changes what happens to fields that the form does not have. Calculated fields are computed, whatever is sent for them. 403: the form is not live; or, with a publishable key, the page’s origin is not among the form’s `allowedOrigins`. What each field takes: `GET /forms/{id}/public`. With `_consents`, a consent to a text that has changed since is 409 `consent_changed`; a partial save goes without it.',
    'Text is read as the field says: `"5"` answers a number, `"on"` or `"true"` a checkbox, one text a list of choices, and `""` is no answer. So `JSON.stringify(Object.fromEntries(new FormData(form)))` is a good body for every type but `file`. What an HTML form sends, `application/x-www-form-urlencoded` or `multipart/form-data` without files, is taken too, as at `POST /f/{formId}`, and answered with JSON; the publishable key may then be in a field `_key`.',
  ].join('\n\n'),
  transport: { takesForms: 'too' },
  auth: ['publishableKey', 'secretKey'],
  role: 'editor',
  grants: ['table:write', 'dataKeys:seal', 'captchas:verify', 'files:claim'],
  status: 201,
  alternatives: {
    200: 'The session’s response was saved again or completed',
    204: 'With `status=discarded`: nothing that the session saved is left',
  },
  params: record({ formId: { type: 'string', description: 'The ID of a live form.' } }),
  query: object([], {
    status: {
      enum: ['partial', 'completed', 'discarded'],
      default: 'completed',
      description:
        '`partial` saves what there is: at least one valid answer; required ones may be missing. A page’s answers to `pii` fields and fields with a policy are left out, unless the form offers `ui.saveAndResume` or is from before 0.3.0. `discarded` removes what the session saved and did not complete; its later partial saves are 410.',
    },
  }),
  headers: {
    type: 'object',
    properties: {
      ...idempotencyKey('A unique text for this submission, kept for 24 hours. With a different request it is 409.'),
      'x-formline-ticket': {
        type: 'string',
        maxLength: 100,
        description: 'The `ticket` of the public schema, if the form requires one; or `_ticket` in the body.',
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
      'x-recaptcha-token': { type: 'string', maxLength: 8192, description: 'As `x-captcha-token`.' },
      'x-session-id': {
        type: 'string',
        pattern: patterns.session.pattern,
        description:
          'Identifies one visit of one person. Keep it secret: it lets a caller add to the response of the visit. Use a random ID, such as that of `crypto.randomUUID()`.',
      },
    },
  },
  body: {
    type: 'object',
    description:
      '`_consents`: the `consentId` of each consent that the page shows, as a list or separated by spaces. Field ID to answer, by the field’s type. `null`, `""`, an empty list and `false` for a consent count as not answered.',
  },
  bodyBytesMax: 131_072,
  limits: { sender: 'LIMIT_SUBMISSIONS', form: 'LIMIT_FORM_SUBMISSIONS' },
  response: submitted,
} as const satisfies Contract;

export const submissions = { createSubmission } as const;
