import type { Contract } from '../contract.ts';
import { creates, deletes, reads, updates } from '../operations.ts';
import { patterns } from '../patterns.ts';
import { listOf, object, paging, pathId, record, timestamp } from '../records.ts';
import { formOfTemplate } from './forms.ts';

const name = {
  type: 'string',
  minLength: 1,
  maxLength: 255,
  pattern: patterns.notBlank.pattern,
  description: 'The name in lists. It need not be unique.',
} as const;

const description = {
  type: ['string', 'null'],
  maxLength: 2000,
  description: 'Its purpose, in a sentence or two.',
} as const;

const category = {
  type: ['string', 'null'],
  minLength: 1,
  maxLength: 100,
  pattern: patterns.notBlank.pattern,
  description: 'A text of your choice, which lists can filter by.',
} as const;

const form = {
  ...formOfTemplate,
  description: 'The body of `POST /forms` without `status`, `environment` and `webhooks`.',
} as const;

const template = record({
  id: { type: 'string', description: 'The `templateId` of `POST /forms`.' },
  name,
  description,
  category,
  form,
  isBuiltIn: {
    type: 'boolean',
    description: 'Part of the service: every organization has it, and nobody can change it.',
  },
  createdAt: timestamp,
  updatedAt: timestamp,
});

export const createTemplate = {
  ...creates('editor'),
  grants: ['table:write', 'accounts:organizations', 'images:copy', 'uploadSize:know'],
  path: '/templates',
  summary: 'Create a template',
  description:
    'For all environments of the organization, at most 500. `form` must pass every rule of `POST /forms`. Images of its theme are copied.',
  scope: 'organization',
  audited: 'template.created',
  etag: true,
  body: object(['name', 'form'], { name, description, category, form }),
  response: template,
} as const satisfies Contract;

export const listTemplates = {
  ...reads,
  path: '/templates',
  summary: 'List the templates of the organization, and the built-in ones',
  description: 'Built-in templates count as the oldest: newest first, they come last.',
  scope: 'organization',
  query: object([], {
    category: {
      type: 'string',
      minLength: 1,
      maxLength: 100,
      description: 'Only templates of exactly this category.',
    },
    ...paging,
  }),
  response: listOf(template),
} as const satisfies Contract;

export const getTemplate = {
  ...reads,
  path: '/templates/{id}',
  summary: 'Get a template',
  scope: 'organization',
  etag: true,
  params: pathId('The ID of a template.'),
  response: template,
} as const satisfies Contract;

export const updateTemplate = {
  ...updates('editor'),
  grants: ['table:write', 'accounts:organizations', 'images:replace', 'uploadSize:know'],
  path: '/templates/{id}',
  summary: 'Update a template',
  description: 'Forms that were created from it do not change. A built-in template can’t be changed: 409.',
  scope: 'organization',
  audited: 'template.updated',
  conflicts: true,
  etag: true,
  params: pathId('The ID of a template.'),
  patches: { responseOnly: ['id', 'isBuiltIn', 'createdAt', 'updatedAt'] },
  body: object(['name', 'form'], { name, description, category, form }),
  response: template,
} as const satisfies Contract;

export const deleteTemplate = {
  ...deletes('editor'),
  path: '/templates/{id}',
  grants: ['table:write', 'accounts:organizations', 'images:remove'],
  summary: 'Delete a template',
  description: 'Forms that were created from it stay. A built-in template can’t be deleted: 409.',
  scope: 'organization',
  audited: 'template.deleted',
  conflicts: true,
  params: pathId('The ID of a template.'),
} as const satisfies Contract;

export const templates = {
  createTemplate,
  listTemplates,
  getTemplate,
  updateTemplate,
  deleteTemplate,
} as const;
