import { patterns } from '../patterns.ts';
import { object } from '../records.ts';
import { buttonText } from './theme.ts';
import { title } from './title.ts';

const closedMessage = {
  type: 'string',
  minLength: 1,
  maxLength: 1000,
  pattern: patterns.notBlank.pattern,
  description: 'The message when the form is closed.',
} as const;

const end = {
  text: {
    type: 'string',
    minLength: 1,
    maxLength: 10_000,
    pattern: patterns.notBlank.pattern,
    description:
      'In limited Markdown: paragraphs, lists, **bold**, *italic*, [links](https://www.example.com). Default: the page’s own text.',
  },
  redirectUrl: {
    type: 'string',
    maxLength: 2048,
    pattern: patterns.httpUrl.pattern,
    description: 'The http or https address to open instead.',
  },
} as const;

/** The texts of an end in another language. */
const endTexts = object([], end, 'What the page shows or opens after a submission.');

const redirectAnswers = {
  type: 'array',
  items: { type: 'string', minLength: 1, maxLength: 64 },
  maxItems: 20,
  description:
    'Field IDs whose answers `redirectUrl` gets as parameters, for example to fill in another form. Fields that are personal, have a policy, or are files are excluded.',
} as const;

const thankYou = object([], { ...end, redirectAnswers }, 'What the page shows or opens after a submission.');

const endings = {
  type: 'array',
  maxItems: 20,
  items: object(['id', 'if'], {
    id: {
      type: 'string',
      maxLength: 64,
      pattern: patterns.endingId.pattern,
      description: 'Identifies the ending in `texts`.',
    },
    if: { type: 'object', description: 'A condition like `visibleIf`, on any answers of the form.' },
    ...end,
    redirectAnswers,
  }),
  description: 'Ends that replace `thankYou` by answer: the first whose condition is true.',
} as const;

const welcome = object(
  ['text'],
  {
    text: { ...end.text, description: 'In limited Markdown, like the text of `thankYou`.' },
    buttonText: { ...buttonText, description: 'The button that begins; default: “Next”.' },
  },
  'A page before the first question. Without a script it is above the form.',
);

const privacyTexts = {
  url: {
    type: 'string',
    maxLength: 2048,
    pattern: patterns.httpUrl.pattern,
    description: 'The http or https address of your privacy policy.',
  },
  controller: {
    type: 'string',
    minLength: 1,
    maxLength: 255,
    pattern: patterns.oneLine.pattern,
    description: 'Who is responsible for the answers, and how to contact them.',
  },
  purpose: {
    type: 'string',
    minLength: 1,
    maxLength: 1000,
    pattern: patterns.oneLine.pattern,
    description: 'What you need the answers for.',
  },
} as const;

const privacy = object(
  [],
  {
    ...privacyTexts,
    lawfulBasis: {
      enum: ['consent', 'contract', 'legalObligation', 'vitalInterests', 'publicTask', 'legitimateInterests'],
      description: 'The legal basis: GDPR, Article 6(1).',
    },
  },
  'The privacy notice above the button that sends the form (GDPR, Article 13). In the public schema it is the last field, the statement `_privacy`.',
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
    title,
    closedMessage,
    thankYou: endTexts,
    endings: { type: 'object', additionalProperties: endTexts, description: 'Ending ID to its texts.' },
    welcome: object([], welcome.properties),
    privacy: object([], privacyTexts, 'The privacy notice.'),
    buttonText,
    fields: {
      type: 'object',
      additionalProperties: object([], {
        ...{ label: words, help: words, placeholder: words, text: words, lowLabel: words, highLabel: words },
        ...{ options: labels, rows: labels, columns: labels },
      }),
      description: 'Field ID to its texts.',
    },
  }),
  description:
    'The form’s texts in other languages, by language tag: `{"de": {"title": "Kontakt", "fields": {"topic": {"label": "Thema", "options": {"Sales": "Vertrieb"}}}}}`. Missing texts are shown in the form’s own language.',
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
    'The form accepts nothing from then on: 403 `form_closed`. ISO 8601 with an offset: `2026-01-31T18:00:00+01:00`.',
} as const;

const maxResponses = {
  type: 'integer',
  minimum: 1,
  maximum: 10_000_000,
  description:
    'The most completed responses that the form accepts. After that, 403 `form_closed`, also for partial ones. Spam doesn’t count. Deleting a response frees its place once the deletion is counted.',
} as const;

const extraFields = {
  enum: ['refuse', 'drop', 'keep'],
  description:
    'What to do with answers to unknown fields: `refuse`, `drop` (`warnings` names them), or `keep`, up to 50 texts in a response. Default: `drop` for a publishable key, `refuse` for a secret key. The first 200 names have columns at the end of the CSV.',
} as const;

const fieldOfAutoresponder = { type: 'string', minLength: 1, maxLength: 64 } as const;

/** Templates have none: people who may write templates may not send mail to strangers. */
export const autoresponder = object(
  ['enabled', 'subject', 'body'],
  {
    enabled: { type: 'boolean' },
    emailField: {
      ...fieldOfAutoresponder,
      description: 'The email field with the address. Default: the first one without a policy.',
    },
    nameField: {
      ...fieldOfAutoresponder,
      description:
        'The text field with the name. Its answer is inserted if it has at most 60 characters, all of them letters or characters that join words, so that it can’t become a link.',
    },
    subject: { type: 'string', minLength: 1, maxLength: 150, pattern: patterns.oneLine.pattern },
    body: {
      type: 'string',
      minLength: 1,
      maxLength: 5000,
      pattern: patterns.notBlank.pattern,
      description: 'Plain text. An empty line starts a paragraph.',
    },
  },
  'An email to the address in a completed response, unless it is spam. Limits: one a day for an address and form, five a day for an address, 100 an hour for a form. `{{fieldId}}` in `subject` and `body` inserts the answer to a choice, number, date or time, or to `nameField`. Each email has a link to unsubscribe.',
);

/** Settings of a form's end, of what follows a submission, and of languages. */
export const formSettings = {
  closesAt,
  maxResponses,
  closedMessage,
  welcome,
  thankYou,
  endings,
  privacy,
  language,
  texts,
  extraFields,
} as const;

/** The endings that the page gets. */
export const publicSettings = {
  language: { type: 'string', description: 'The language of these texts, if the form names its own.' },
  languages: { type: 'array', items: { type: 'string' }, description: 'All languages, the form’s own first.' },
  welcome,
  thankYou,
  endings,
  closesAt: { type: 'string', description: 'When the form closes: ISO 8601, as its owner wrote it.' },
  closed: object(
    [],
    { message: closedMessage },
    'Present while the form accepts nothing. A page shows the `message` or its own text.',
  ),
} as const;
