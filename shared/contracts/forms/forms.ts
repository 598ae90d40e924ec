import type { Contract } from '../contract.ts';
import { creates, deletes, reads, updates } from '../operations.ts';
import { patterns } from '../patterns.ts';
import { count, environmentName, listOf, object, paging, pathId, record, timestamp, webhookEvent } from '../records.ts';
import { fields, publicField } from './fields.ts';
import { autoresponder, formSettings, publicSettings } from './form-settings.ts';
import {
  publicSpamProtection,
  secretsOfSpamProtection,
  spamProtection,
  spamProtectionOfTemplate,
} from './spam-protection.ts';
import { theme } from './theme.ts';
import { title as anyTitle } from './title.ts';

const status = {
  enum: ['live', 'draft', 'archived'],
  description:
    'Only a `live` form accepts submissions; a `draft` does not yet, an `archived` one no longer. You can change it in any order.',
} as const;

const title = { ...anyTitle, description: 'Shown to visitors, and used as the name of exports.' } as const;

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
    'Field ID to policy. Both encrypt answers with a key of the organization and environment. `encrypted`: editors see the answer, others `••••`. `masked`: everyone sees at most the last four characters, and at most half. Webhooks get neither. Weakening a policy requires the role admin. A change applies to old responses too: at once to what is shown, by a job to what is stored (`GET /forms/{id}/sealing`).',
} as const;

const storage = object([], {
  mode: {
    enum: ['owner', 'platform'],
    description:
      '`owner`: answers (see `answers`), uploads, archives and exports go to `bucket`, with the role `roleArn`, or with a bucket policy and a proof. They are tested when you set them. `platform` (the default): they go to the deployment’s bucket, and `bucket` is not used: `warnings` says so. Existing files stay where they are.',
  },
  bucket: {
    type: 'string',
    pattern: patterns.bucket.pattern,
    description: 'An S3 bucket in the deployment’s region.',
  },
  roleArn: {
    type: 'string',
    pattern: patterns.storageRole.pattern,
    description:
      'The ARN of the role for the bucket. Its name begins with `formline-storage-`. Without it, the bucket policy must allow the deployment’s role, and the object `formline/{organization id}` must contain the number of the account that owns the bucket. An error message has both.',
  },
  externalId: {
    type: 'string',
    maxLength: 64,
    description: 'Set by the service: the organization’s ID. The role’s trust policy must require it.',
  },
  account: {
    type: 'string',
    maxLength: 12,
    description: 'Set by the service if `roleArn` is the deployment’s role: the account that owns the bucket.',
  },
  answers: {
    enum: ['bucket', 'table'],
    description:
      'With the mode `owner`, where answers are kept. `bucket` (the default when you set a bucket): they go there within seconds of the submission, and the table keeps IDs, status, times, counts and notes; lists and exports take longer. `table`: they stay in the deployment’s table, as in forms from before this setting. A change moves stored answers: `GET /forms/{id}/sealing` shows the progress.',
  },
  region: {
    enum: ['us', 'eu', 'global'],
    description:
      'Where everything must be kept. A deployment serves its own region and `global`, and refuses others with `not_supported`.',
  },
});

const ui = object(
  [],
  {
    theme: { enum: ['auto', 'light', 'dark'] },
    progress: { enum: ['steps', 'bar', 'none'] },
    layout: { enum: ['one-by-one', 'all-at-once'] },
    partialSaves: {
      enum: ['off', 'on', 'afterConsent'],
      description:
        'Whether the embed sends answers while the visitor fills in the form: never before “send” (`off`, the default), `on`, or once a `consent` of the form is given. `on` and `afterConsent` tell the visitor, and never send answers to fields that are `pii` or have a policy. Forms from before this setting are `on`. Partial submissions that a page sends itself are taken in any case.',
    },
    saveAndResume: {
      type: 'boolean',
      description:
        'Offers visitors a link to continue later, for 30 days. It works once: the first person to open it sees the answers so far and continues.',
    },
  },
  'How the embed and the hosted page show the form.',
);

const webhooks = {
  type: 'array',
  maxItems: 20,
  description:
    'The form’s own webhooks, which `GET /webhooks` lists too. A secret is only in the response to the request that set it. In an update, an entry with the same event and url keeps its ID and, without `secret`, its secret.',
  items: object(['event', 'url'], {
    event: webhookEvent,
    url: { type: 'string', minLength: 1, maxLength: 2048, pattern: patterns.httpUrl.pattern },
    secret: { type: 'string', minLength: 8, maxLength: 256 },
    partials: { type: 'boolean', description: 'As in `POST /webhooks`: also sends partial responses.' },
    includeAnswers: {
      type: 'boolean',
      description: 'As in `POST /webhooks`: sends the answers, without personal ones.',
    },
  }),
} as const;

const retention = object(
  [],
  {
    days: {
      type: 'integer',
      minimum: 1,
      maximum: 36_500,
      description: 'Periods of 24 hours after the submission. Without it, responses are kept.',
    },
    policy: { enum: ['delete', 'archive'], description: 'What happens after `days`. Default: `delete`.' },
    archiveDays: {
      type: 'integer',
      minimum: 1,
      maximum: 36_500,
      description:
        'Days after which an archive is deleted with the files of its responses, counted from when it was made. A change also applies to existing archives. Without it, archives are kept until their form is deleted.',
    },
    partialDays: {
      type: 'integer',
      minimum: 0,
      maximum: 36_500,
      description:
        'Days after which an abandoned response is removed with its files, whatever the policy. They begin when it is abandoned, a day after its last save, or with a later change. `0`: it is kept like a completed one. Default: 30, and 0 in forms from before 0.3.0.',
    },
  },
  'How long responses are kept. Older ones are hidden from lists and exports, and then removed with their files. A change applies at once, also to old responses. Expired ones stay expired.',
);

const limits = object([], {
  bodyBytes: {
    type: 'integer',
    minimum: 1024,
    maximum: 131_072,
    description:
      'The largest body that a publishable key may send, in bytes. Default: what the fields can hold, at least 32,768.',
  },
});

const slug = {
  type: 'string',
  pattern: patterns.formSlug.pattern,
  description:
    'A readable address of the hosted page: `/f/summer-party`. No other form of the deployment may have it. The form’s last nine addresses lead to the current one, and its id always works.',
} as const;

const hostedPage = object(
  [],
  {
    enabled: { type: 'boolean', description: 'Whether there is a page at `/f/{formId}`. Default: `true`.' },
    indexed: { type: 'boolean', description: 'Whether search engines may list it. Default: `false`.' },
    description: {
      type: 'string',
      minLength: 1,
      maxLength: 300,
      pattern: patterns.notBlank.pattern,
      description:
        'One or two sentences that search engines, and networks where the link is shared, show below the title.',
    },
    imageUrl: {
      type: 'string',
      maxLength: 2048,
      pattern: patterns.httpUrl.pattern,
      description:
        'The picture that networks show where the link is shared, best 1,200 by 630 pixels. Visitors do not load it.',
    },
  },
  'The form’s hosted page: `GET /f/{formId}`.',
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
  slug,
  hostedPage,
  autoresponder,
  ...formSettings,
} as const;

const { webhooks: _, autoresponder: _autoresponder, slug: _slug, ...settingsOfForms } = settings;
const settingsOfTemplates = { ...settingsOfForms, spamProtection: spamProtectionOfTemplate } as const;

/** The properties of a template: those of a form without status, environment, webhooks, autoresponder and slug. */
export const formOfTemplate = object(['title', 'fields'], { title, fields, ...settingsOfTemplates });

const form = object(['id', 'title', 'status', 'environment', 'fields', 'version', 'createdAt', 'updatedAt'], {
  id: { type: 'string' },
  title,
  status,
  environment: environmentName,
  version: { type: 'integer', description: 'Increases with each change of `fields`.' },
  fields,
  ...settings,
  createdAt: timestamp,
  updatedAt: timestamp,
});

/** The reply to a request that stores a form. */
export const storedForm = object(form.required, {
  ...form.properties,
  warnings: {
    type: 'array',
    description: 'Settings that have no effect yet. Not stored; absent if there are none.',
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

/** What a form needs to be saved with all of its settings. */
export const savingGrants = [
  'table:write',
  'accounts:audit',
  'accounts:mails',
  'receiverSecrets:seal',
  'files:verify',
  'uploadSize:know',
] as const;

export const createForm = {
  ...creates('editor'),
  grants: [...savingGrants, 'images:copy'],
  path: '/forms',
  summary: 'Create a form',
  roleOf: { webhooks: 'admin', storage: 'admin', autoresponder: 'admin' },
  description:
    '`title` and `fields` are required, unless `templateId` names a template that has them. Each property that you send replaces the template’s. The form keeps no link to the template. Images of the theme, which belong to the template or another form of the organization, are copied.',
  namesEnvironment: true,
  etag: true,
  body: {
    type: 'object',
    properties: {
      templateId: {
        type: 'string',
        minLength: 1,
        description: 'The template to start from: your organization’s own or a built-in one.',
      },
      title,
      status: { ...status, default: 'draft' },
      environment: {
        ...environmentName,
        description: 'Default: the environment of the key or of the session’s request.',
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
    counts: {
      type: 'boolean',
      default: false,
      description: 'If `true`, the page has `counts`: the number of responses of each of its forms.',
    },
    ...paging,
  }),
  response: {
    ...listOf(form),
    properties: {
      ...listOf(form).properties,
      counts: {
        type: 'array',
        description: 'Only with `counts=true`. What exists now, up to date within seconds.',
        items: record({
          formId: { type: 'string' },
          responses: { ...count, description: 'All responses, as `total` of `GET /responses` counts them.' },
          completed: count,
          partial: count,
          abandoned: count,
          open: { ...count, description: 'Responses that nobody has handled.' },
        }),
      },
    },
  },
} as const satisfies Contract;

export const getForm = {
  ...reads,
  path: '/forms/{id}',
  summary: 'Get a form',
  etag: true,
  params: pathId('The ID of a form.'),
  response: form,
} as const satisfies Contract;

export const getPublicForm = {
  method: 'GET',
  path: '/forms/{id}/public',
  summary: 'Get the public schema of a live form, for embedding',
  description:
    'What a page needs to show the form. A form that is not live is 404. A closed one has `closed`. The response may be cached for a minute.',
  auth: [],
  grants: ['table:read'],
  status: 200,
  etag: true,
  cacheControl: 'public, max-age=60',
  rateShare: 0.5,
  params: pathId('The ID of a form.'),
  query: object([], {
    lang: {
      type: 'string',
      maxLength: 100,
      description: 'The language tag of the texts: `de`. Default: the form’s own.',
    },
  }),
  response: publicForm,
} as const satisfies Contract;

export const updateForm = {
  ...updates('editor'),
  grants: savingGrants,
  path: '/forms/{id}',
  summary: 'Update a form',
  roleOf: { webhooks: 'admin', storage: 'admin', autoresponder: 'admin' },
  description: 'A change of `fields` raises `version`. `webhooks` replaces all existing ones.',
  etag: true,
  params: pathId('The ID of a form.'),
  patches: {
    responseOnly: ['id', 'environment', 'version', 'createdAt', 'updatedAt', ...secretsOfSpamProtection.responseOnly],
    writeOnly: secretsOfSpamProtection.writeOnly,
  },
  body: object(['title', 'status', 'fields'], { title, status, fields, ...settings }),
  response: storedForm,
} as const satisfies Contract;

export const deleteForm = {
  ...deletes('editor'),
  grants: ['table:write', 'dataKeys:note'],
  path: '/forms/{id}',
  summary: 'Permanently delete a form and all its submissions',
  description:
    'The form and its responses are gone with this response, and everything stored is then removed. Delivery logs have their IDs, without answers, for 30 days.',
  audited: 'form.deleted',
  params: pathId('The ID of a form.'),
} as const satisfies Contract;

export const forms = {
  createForm,
  listForms,
  getForm,
  getPublicForm,
  updateForm,
  deleteForm,
} as const;
