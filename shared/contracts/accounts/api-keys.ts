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
  id: { type: 'string', description: 'Stays the same through rotations.' },
  type,
  role: {
    type: ['string', 'null'],
    enum: [...role.enum, null],
    description: 'Of a secret key; publishable keys have none.',
  },
  environment: environmentName,
  name: { type: 'string' },
  hosted: {
    type: 'boolean',
    description:
      'Whether it is the one that the hosted pages of the environment submit with (`GET /f/{formId}`). The service makes it with the first page; it is neither rotated nor revoked.',
  },
  prefix: { type: 'string', description: 'How the secret begins: `sk_live_`.' },
  lastFour: { type: 'string', description: 'How the secret ends.' },
  lastUsedAt: { ...timestampOrNull, description: 'Of the current secret, up to an hour late.' },
  createdAt: timestamp,
  rotatedAt: timestampOrNull,
  earlierSecretsUntil: {
    ...timestampOrNull,
    description: 'Until when a secret from before a rotation works; `null`: none does.',
  },
});

const apiKeyWithSecret = record({
  ...apiKey.properties,
  key: { type: 'string', description: 'The secret, shown this once.' },
});

export const createApiKey = {
  ...creates('admin'),
  path: '/api-keys',
  owns: ['keys', 'mails'],
  summary: 'Create an API key',
  description:
    'The secret is in this answer only. At most 100 keys in an environment. Keys are managed by people: no key creates, rotates or deletes one. Owners and admins get a notice, where the deployment sends mails.',
  auth: ['session'],
  namesEnvironment: true,
  audited: 'api_key.created',
  body: object(['type', 'name'], {
    type: {
      ...type,
      description:
        '`publishable` can submit, sign uploads and send events; `secret` can use the full API, within its role.',
    },
    role: {
      ...role,
      description:
        'Of a secret key: what it may do, as the role of a member says it; at most the role of whoever makes it, which it is when left out. A key of the role `viewer` only reads.',
    },
    environment: { ...environmentName, description: 'Left out: the one that the request is about.' },
    name: {
      type: 'string',
      minLength: 1,
      maxLength: 255,
      pattern: patterns.notBlank.pattern,
      description: 'To recognise it by.',
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
  owns: ['keys'],
  summary: 'Give an API key a new secret',
  description:
    'The id stays, and names a key of any environment. The secret it had works until the grace ends; one from before an earlier rotation until its own grace ends, and not longer than this one. A secret key keeps its role, or gets that of whoever rotates it where that is the lesser. With `graceSeconds` 0 all of them end at once, within 5 seconds. The new secret is in this answer only. Of two rotations at once, one is 409, and so is that of the key of the hosted pages.',
  auth: ['session'],
  role: 'admin',
  scope: 'organization',
  audited: 'api_key.rotated',
  conflicts: true,
  table: 'write',
  status: 200,
  params: pathId('The id of an API key.'),
  body: object([], {
    graceSeconds: {
      type: 'integer',
      minimum: 0,
      maximum: 604_800,
      default: 86_400,
      description: 'How long the old secret still works: up to 7 days, a day when left out.',
    },
  }),
  bodyOptional: true,
  response: apiKeyWithSecret,
} as const satisfies Contract;

export const deleteApiKey = {
  ...deletes('admin'),
  path: '/api-keys/{id}',
  owns: ['keys'],
  conflicts: true,
  summary: 'Revoke an API key, for good',
  description:
    'With every secret it has; requests with them are refused within 5 seconds. That of the hosted pages is not revoked: 409.',
  auth: ['session'],
  scope: 'organization',
  audited: 'api_key.deleted',
  params: pathId('The id of an API key.'),
} as const satisfies Contract;

export const apiKeys = {
  createApiKey,
  listApiKeys,
  rotateApiKey,
  deleteApiKey,
} as const;
