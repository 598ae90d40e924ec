import { patterns } from '../patterns.ts';
import { object } from '../records.ts';
import { buttonText } from './theme.ts';

const closedMessage = {
  type: 'string',
  minLength: 1,
  maxLength: 1000,
  pattern: patterns.notBlank.pattern,
  description: 'What people are told where the form is closed.',
} as const;

const thankYou = object(
  [],
  {
    text: {
      type: 'string',
      minLength: 1,
      maxLength: 10_000,
      pattern: patterns.notBlank.pattern,
      description:
        'In limited Markdown: paragraphs, lists, **bold**, *italic*, [links](https://www.example.com). A page has words of its own where it is left out.',
    },
    redirectUrl: {
      type: 'string',
      maxLength: 2048,
      pattern: patterns.httpUrl.pattern,
      description: 'Where the page goes instead, with http or https.',
    },
  },
  'What follows a submission.',
);

const words = { type: 'string', minLength: 1, maxLength: 10_000 } as const;
const labels = {
  type: 'object',
  additionalProperties: { type: 'string', minLength: 1, maxLength: 1000 },
  description: 'Value to label.',
} as const;

const texts = {
  type: 'object',
  additionalProperties: object([], {
    title: { type: 'string', minLength: 1, maxLength: 255, pattern: patterns.notBlank.pattern },
    closedMessage,
    thankYou,
    buttonText,
    fields: {
      type: 'object',
      additionalProperties: object([], {
        ...{ label: words, help: words, placeholder: words, text: words, lowLabel: words, highLabel: words },
        ...{ options: labels, rows: labels, columns: labels },
      }),
      description: 'Field id to its texts.',
    },
  }),
  description:
    'The form’s texts in other languages, by language tag: `{"de": {"title": "Kontakt", "fields": {"topic": {"label": "Thema", "options": {"Sales": "Vertrieb"}}}}}`. What a language leaves out is shown in the form’s own.',
} as const;

const language = {
  type: 'string',
  maxLength: 35,
  pattern: patterns.language.pattern,
  description: 'The language of the form’s own texts, as a tag of BCP 47: `en`, `de-AT`. Required with `texts`.',
} as const;

const closesAt = {
  type: 'string',
  pattern: patterns.dateTime.pattern,
  description:
    'From then on the form takes nothing more: 403 `form_closed`. ISO 8601 with an offset: `2026-01-31T18:00:00+01:00`.',
} as const;

const maxResponses = {
  type: 'integer',
  minimum: 1,
  maximum: 10_000_000,
  description:
    'The most completed responses that the form takes. After that, 403 `form_closed`, also for partial ones. Spam doesn’t count. Deleting a response frees its place once the deletion is counted.',
} as const;

const extraFields = {
  enum: ['refuse', 'drop', 'keep'],
  description:
    'What happens to answers that the form has no field for: `refuse`, `drop` (`warnings` names them), or `keep`, up to 50 texts a response. Where it is left out, those of a publishable key are dropped, and those of a secret key refused. The first 200 names that come to a form have columns in its CSV, behind its own.',
} as const;

const fieldOfAutoresponder = { type: 'string', minLength: 1, maxLength: 64 } as const;

/** Templates have none: people who may write templates may not send mail to strangers. */
export const autoresponder = object(
  ['enabled', 'subject', 'body'],
  {
    enabled: { type: 'boolean' },
    emailField: {
      ...fieldOfAutoresponder,
      description: 'The email field whose answer is the address; the first one without a policy where it is left out.',
    },
    nameField: {
      ...fieldOfAutoresponder,
      description:
        'The text field that is a name. Its answer is inserted if it has 60 characters at most, all of them letters and what joins words: nothing that a mail program makes a link of.',
    },
    subject: { type: 'string', minLength: 1, maxLength: 150, pattern: patterns.oneLine.pattern },
    body: {
      type: 'string',
      minLength: 1,
      maxLength: 5000,
      pattern: patterns.notBlank.pattern,
      description: 'Plain text; an empty line begins a paragraph.',
    },
  },
  'A mail to the address that a response gives, once it is completed and unless it is spam: at most one a day for an address and form, five a day for an address of all forms, 100 an hour of a form. `{{fieldId}}` in `subject` and `body` inserts the answer to a choice, number, date or time, or to `nameField`. Each mail has a link that stops all of them.',
);

/** Settings of a form's end, of what follows a submission, and of languages. */
export const formSettings = { closesAt, maxResponses, closedMessage, thankYou, language, texts, extraFields } as const;

/** Those that the page gets. */
export const publicSettings = {
  language: { type: 'string', description: 'The language of these texts, where the form names its own.' },
  languages: { type: 'array', items: { type: 'string' }, description: 'All that there are, the form’s own first.' },
  thankYou,
  closesAt: { type: 'string', description: 'When the form closes, ISO 8601, as its owner wrote it.' },
  closed: object(
    [],
    { message: closedMessage },
    'Here only while the form takes nothing: a page shows the `message`, or says so in its own words.',
  ),
} as const;
