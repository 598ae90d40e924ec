import type { Contract } from '../contract.ts';
import { creates, deletes, reads } from '../operations.ts';
import { patterns } from '../patterns.ts';
import {
  environmentName,
  listOf,
  object,
  paging,
  pathId,
  record,
  role,
  timestamp,
  timestampOrNull,
} from '../records.ts';

const type = { enum: ['publishable', 'secret'] } as const;

const apiKey = record({
  id: { type: 'string', description: 'Does not change when the key is rotated.' },
  type,
  role: {
    type: ['string', 'null'],
    enum: [...role.enum, null],
    description: 'The role of a secret key. Publishable keys have none.',
  },
  environment: environmentName,
  name: { type: 'string' },
  hosted: {
    type: 'boolean',
    description:
      'Whether the hosted pages of the environment (`GET /f/{formId}`) submit with this key. The service creates it with the first page. It can’t be rotated or revoked.',
  },
  prefix: { type: 'string', description: 'The start of the secret: `sk_live_`.' },
  lastFour: { type: 'string', description: 'The end of the secret.' },
  lastUsedAt: {
    ...timestampOrNull,
    description: 'When the current secret was last used. May be up to an hour out of date.',
  },
  createdAt: timestamp,
  rotatedAt: timestampOrNull,
  earlierSecretsUntil: {
    ...timestampOrNull,
    description: 'When the previous secret stops working. `null`: there is none.',
  },
});

const apiKeyWithSecret = record({
  ...apiKey.properties,
  key: { type: 'string', description: 'The secret. Shown only once.' },
});

export const createApiKey = {
  ...creates('admin'),
  path: '/api-keys',
  grants: ['table:write', 'accounts:keys', 'accounts:mails'],
  summary: 'Create an API key',
  description:
    'Only this response contains the secret. An environment can have 100 keys. Only people manage keys: a key can’t create, rotate or delete one. Owners and admins are notified by email, if the deployment sends email.',
  auth: ['session'],
  namesEnvironment: true,
  audited: 'api_key.created',
  body: object(['type', 'name'], {
    type: {
      ...type,
      description:
        '`publishable` can submit, sign uploads and send events. `secret` can use the full API within its role.',
    },
    role: {
      ...role,
      description:
        'What a secret key may do: the same as a member with this role. At most your own role, which is the default. A `viewer` key can only read.',
    },
    environment: { ...environmentName, description: 'Default: the environment of the request.' },
    name: {
      type: 'string',
      minLength: 1,
      maxLength: 255,
      pattern: patterns.notBlank.pattern,
      description: 'A name that helps you recognize the key.',
    },
  }),
  response: apiKeyWithSecret,
} as const satisfies Contract;

export const listApiKeys = {
  ...reads,
  path: '/api-keys',
  summary: 'List the API keys of the environment',
  role: 'admin',
  query: object([], { environment: environmentName, ...paging }),
  response: listOf(apiKey),
} as const satisfies Contract;

export const rotateApiKey = {
  method: 'POST',
  path: '/api-keys/{id}/rotate',
  grants: ['table:write', 'accounts:keys'],
  summary: 'Rotate an API key',
  description:
    'Gives the key a new secret, which only this response contains. The ID does not change. The old secret works until the grace period ends. An even older secret works until its own grace period ends, but no longer than the old one. With `graceSeconds` 0, all old secrets stop working within 5 seconds. The key keeps its role, or gets yours if yours is lower. 409 for the second of two concurrent rotations, and for the key of the hosted pages.',
  auth: ['session'],
  role: 'admin',
  scope: 'organization',
  audited: 'api_key.rotated',
  conflicts: true,
  status: 200,
  params: pathId('The ID of an API key.'),
  body: object([], {
    graceSeconds: {
      type: 'integer',
      minimum: 0,
      maximum: 604_800,
      default: 86_400,
      description: 'How long the old secret keeps working: up to 7 days. Default: one day.',
    },
  }),
  bodyOptional: true,
  response: apiKeyWithSecret,
} as const satisfies Contract;

export const deleteApiKey = {
  ...deletes('admin'),
  path: '/api-keys/{id}',
  grants: ['table:write', 'accounts:keys'],
  conflicts: true,
  summary: 'Revoke an API key',
  description:
    'All its secrets stop working within 5 seconds. You can’t undo this. 409 for the key of the hosted pages.',
  auth: ['session'],
  scope: 'organization',
  audited: 'api_key.deleted',
  params: pathId('The ID of an API key.'),
} as const satisfies Contract;

export const apiKeys = {
  createApiKey,
  listApiKeys,
  rotateApiKey,
  deleteApiKey,
} as const;
