import type { Contract } from '../contract.ts';
import { creates, deletes, reads, updates } from '../operations.ts';
import { patterns } from '../patterns.ts';
import { environmentName, listOf, object, paging, pathId, record, timestamp, webhookEvent } from '../records.ts';
import { fields, publicField } from './fields.ts';
import { autoresponder, formSettings, publicSettings } from './form-settings.ts';
import {
  publicSpamProtection,
  secretsOfSpamProtection,
  spamProtection,
  spamProtectionOfTemplate,
} from './spam-protection.ts';
import { theme } from './theme.ts';

const status = {
  enum: ['live', 'draft', 'archived'],
  description:
    'Only a `live` form takes submissions; a `draft` does not yet, an `archived` one no longer. Any may follow any.',
} as const;

const title = {
  type: 'string',
  minLength: 1,
  maxLength: 255,
  pattern: patterns.notBlank.pattern,
  description: 'For the people who fill in the form; also the name of its exports.',
} as const;

const allowedOrigins = {
  type: 'array',
  items: { type: 'string', maxLength: 255, pattern: patterns.origin.pattern },
  maxItems: 100,
  description:
    'The origins that may submit with a publishable key: scheme, host and port; a slash at the end is dropped. Empty: any.',
} as const;

const fieldPolicies = {
  type: 'object',
  additionalProperties: { enum: ['encrypted', 'masked'] },
  description:
    'Field id to policy. Either seals what is answered with a key of the organization and environment. `encrypted`: keys and sessions from editor on see the answer, others `••••`. `masked`: every answer of the service shows the last four characters at most, and never more than half. Neither goes to webhooks. To weaken a policy takes the role admin. A change applies to old responses too: at once to what is shown, by a job to what is stored (`GET /forms/{id}/sealing`).',
} as const;

const storage = object([], {
  mode: {
    enum: ['owner', 'platform'],
    description:
      '`owner`: uploads and archives go to `bucket`, by the role `roleArn`, or by a bucket policy and a proof without it; they are tried when they are set, and refused with the reason. `platform`, also where it is left out: they go to the bucket of the deployment, and a `bucket` is not used: `warnings` says so. A change leaves where it is what is there.',
  },
  bucket: {
    type: 'string',
    pattern: patterns.bucket.pattern,
    description: 'An S3 bucket in the region of the deployment.',
  },
  roleArn: {
    type: 'string',
    pattern: patterns.storageRole.pattern,
    description:
      'The ARN of the role that opens the bucket. Its name begins with `formline-storage-`. Without it, the bucket policy lets the role of the deployment in, and the object `formline/{organization id}` holds the number of the account that owns the bucket; a refusal has both.',
  },
  externalId: {
    type: 'string',
    maxLength: 64,
    description:
      'Set by the service: the id of the organization, which the trust policy of the role has to ask for. Nobody can choose another.',
  },
  account: {
    type: 'string',
    maxLength: 12,
    description: 'Set by the service where `roleArn` is the role of the deployment: the account that owns the bucket.',
  },
  region: {
    enum: ['us', 'eu', 'global'],
    description:
      'Where everything has to be kept. A deployment serves its own region and `global`, and refuses another one as `not_supported`, with which it serves.',
  },
});

const ui = object(
  [],
  {
    theme: { enum: ['auto', 'light', 'dark'] },
    progress: { enum: ['steps', 'bar', 'none'] },
    layout: { enum: ['one-by-one', 'all-at-once'] },
    saveAndResume: {
      type: 'boolean',
      description:
        'Offers visitors a link to go on later, for 30 days. It works once: the first person to open it sees the answers so far, and continues.',
    },
  },
  'How the embed and the hosted page show the form.',
);

const webhooks = {
  type: 'array',
  maxItems: 20,
  description:
    'The form’s own webhooks; each is among those of `GET /webhooks`. A secret, sent or generated, is only in the answer of the request that set it. In an update, an entry with the event and url of one that is there keeps its id and, without `secret`, its secret.',
  items: object(['event', 'url'], {
    event: webhookEvent,
    url: { type: 'string', minLength: 1, maxLength: 2048, pattern: patterns.httpUrl.pattern },
    secret: { type: 'string', minLength: 8, maxLength: 256 },
    partials: { type: 'boolean', description: 'As of `POST /webhooks`: also sends partial responses.' },
    includeAnswers: {
      type: 'boolean',
      description: 'As of `POST /webhooks`: sends the answers, without personal ones.',
    },
  }),
} as const;

const retention = object(
  ['days'],
  {
    days: { type: 'integer', minimum: 1, maximum: 36_500, description: 'Of 24 hours, from the submission on.' },
    policy: { enum: ['delete', 'archive'], description: '`delete` where it is left out.' },
  },
  'How long responses are kept: one that is older is in no list, report of what exists, or export, and is then removed with its files. A change applies at once, to old responses too; what had expired before it stays so.',
);

const limits = object([], {
  bodyBytes: {
    type: 'integer',
    minimum: 1024,
    maximum: 131_072,
    description: 'The largest body that a publishable key may send, in bytes; 32,768 where it is left out.',
  },
});

const hostedPage = object(
  [],
  {
    enabled: { type: 'boolean', description: 'Whether there is a page at `/f/{formId}`; `true` where it is left out.' },
    indexed: { type: 'boolean', description: 'Whether search engines may list it; `false` where it is left out.' },
  },
  'The page of the form that the service shows itself: `GET /f/{formId}`.',
);

/** The properties that a form may do without. */
const settings = {
  allowedOrigins,
  fieldPolicies,
  storage,
  ui,
  theme,
  spamProtection,
  webhooks,
  retention,
  limits,
  hostedPage,
  autoresponder,
  ...formSettings,
} as const;

const { webhooks: _, autoresponder: _autoresponder, ...settingsOfForms } = settings;
const settingsOfTemplates = { ...settingsOfForms, spamProtection: spamProtectionOfTemplate } as const;

/** The properties of a template: those of a form without status, environment, webhooks and autoresponder. */
export const formOfTemplate = object(['title', 'fields'], { title, fields, ...settingsOfTemplates });

const form = object(['id', 'title', 'status', 'environment', 'fields', 'version', 'createdAt', 'updatedAt'], {
  id: { type: 'string' },
  title,
  status,
  environment: environmentName,
  version: { type: 'integer', description: 'Counts up with each change of `fields`.' },
  fields,
  ...settings,
  createdAt: timestamp,
  updatedAt: timestamp,
});

/** The reply to a request that stores a form. */
const storedForm = object(form.required, {
  ...form.properties,
  warnings: {
    type: 'array',
    description: 'What the form promises and cannot keep yet. Not stored; missing where there is nothing.',
    items: record({ field: { type: 'string' }, rule: { type: 'string' }, message: { type: 'string' } }),
  },
});

const publicForm = object(['id', 'title', 'version', 'fields'], {
  id: { type: 'string' },
  title,
  version: { type: 'integer' },
  fields: {
    type: 'array',
    items: publicField,
  },
  ui,
  theme,
  spamProtection: publicSpamProtection,
  ...publicSettings,
});

export const createForm = {
  ...creates('editor'),
  judgesFields: true,
  path: '/forms',
  owns: ['audit', 'mails'],
  summary: 'Create a form',
  roleOf: { webhooks: 'admin', storage: 'admin', autoresponder: 'admin' },
  description:
    '`title` and `fields` are required, unless `templateId` names a template that has them. Of a template, each property that is sent replaces the template’s as a whole; the form keeps no tie to it.',
  namesEnvironment: true,
  secrets: 'seal',
  files: 'verify',
  etag: true,
  body: {
    type: 'object',
    properties: {
      templateId: {
        type: 'string',
        minLength: 1,
        description: 'Begin with the form of this template: one of the organization’s own, or a built-in one.',
      },
      title,
      status: { ...status, default: 'draft' },
      environment: {
        ...environmentName,
        description: 'Left out: that of the key, or the one that a session’s request is about.',
      },
      fields,
      ...settings,
    },
    if: { not: { required: ['templateId'] } },
    // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema; nobody awaits a contract
    then: { required: ['title', 'fields'] },
    additionalProperties: false,
  },
  response: storedForm,
} as const satisfies Contract;

export const listForms = {
  ...reads,
  path: '/forms',
  summary: 'List the forms of the environment',
  query: object([], {
    status: { ...status, description: 'Only forms of this status.' },
    environment: environmentName,
    ...paging,
  }),
  response: listOf(form),
} as const satisfies Contract;

export const getForm = {
  ...reads,
  path: '/forms/{id}',
  summary: 'Get a form',
  etag: true,
  params: pathId('The id of a form.'),
  response: form,
} as const satisfies Contract;

export const getPublicForm = {
  method: 'GET',
  path: '/forms/{id}/public',
  summary: 'Get the public schema of a live form, for embedding',
  description:
    'What a page needs to show the form, and nothing of how it is run. A form that is not live is 404; one that is closed has `closed`. The answer may be cached for a minute.',
  auth: [],
  table: 'read',
  status: 200,
  etag: true,
  cacheControl: 'public, max-age=60',
  rateShare: 0.5,
  params: pathId('The id of a form.'),
  query: object([], {
    lang: {
      type: 'string',
      maxLength: 100,
      description: 'The language of the texts, as a tag: `de`. One that the form does not have gives its own.',
    },
  }),
  response: publicForm,
} as const satisfies Contract;

export const updateForm = {
  ...updates('editor'),
  judgesFields: true,
  path: '/forms/{id}',
  owns: ['audit', 'mails'],
  summary: 'Update a form',
  roleOf: { webhooks: 'admin', storage: 'admin', autoresponder: 'admin' },
  description: 'A change of `fields` raises `version`. `webhooks` that are sent replace those that there are.',
  secrets: 'seal',
  files: 'verify',
  etag: true,
  params: pathId('The id of a form.'),
  patches: {
    responseOnly: ['id', 'environment', 'version', 'createdAt', 'updatedAt', ...secretsOfSpamProtection.responseOnly],
    writeOnly: secretsOfSpamProtection.writeOnly,
  },
  body: object(['title', 'status', 'fields'], { title, status, fields, ...settings }),
  response: storedForm,
} as const satisfies Contract;

export const deleteForm = {
  ...deletes('editor'),
  path: '/forms/{id}',
  summary: 'Permanently delete a form and all its submissions',
  description:
    'The form and its responses are gone for every reader as soon as this answers; what is stored of them is then removed to the last item. The logs of webhooks and integrations name them, without answers, for 30 days after each delivery.',
  audited: 'form.deleted',
  params: pathId('The id of a form.'),
} as const satisfies Contract;

export const forms = {
  createForm,
  listForms,
  getForm,
  getPublicForm,
  updateForm,
  deleteForm,
} as const;
