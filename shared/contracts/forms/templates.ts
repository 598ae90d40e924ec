import type { Contract } from '../contract.ts';
import { patterns } from '../patterns.ts';
import { listOf, paging, pathId, timestamp } from '../records.ts';
import { formOfTemplate } from './forms.ts';

const name = {
  type: 'string',
  minLength: 1,
  maxLength: 255,
  pattern: patterns.notBlank.pattern,
  description: 'What the template is called where one is chosen; names need not be unique.',
} as const;

const description = {
  type: ['string', 'null'],
  maxLength: 2000,
  description: 'What it is for, in a sentence or two.',
} as const;

const category = {
  type: ['string', 'null'],
  minLength: 1,
  maxLength: 100,
  pattern: patterns.notBlank.pattern,
  description: 'Free text that templates are grouped by; lists filter by it.',
} as const;

const form = {
  ...formOfTemplate,
  description:
    'The body of `POST /forms`, without `status`, `environment` and `webhooks`, which each form is given of its own.',
} as const;

const template = {
  type: 'object',
  required: ['id', 'name', 'description', 'category', 'form', 'isBuiltIn', 'createdAt', 'updatedAt'],
  properties: {
    id: { type: 'string', description: 'The `templateId` of `POST /forms`.' },
    name,
    description,
    category,
    form,
    isBuiltIn: { type: 'boolean', description: 'Part of the service: every organization has it, nobody changes it.' },
    createdAt: timestamp,
    updatedAt: timestamp,
  },
  additionalProperties: false,
} as const;

export const createTemplate = {
  method: 'POST',
  path: '/templates',
  summary: 'Create a template',
  description:
    'For every environment of the organization; 500 at most. `form` has to pass every rule of `POST /forms`, so that any template makes a valid draft.',
  auth: ['secretKey', 'session'],
  role: 'editor',
  scope: 'organization',
  audited: 'template.created',
  table: 'write',
  status: 201,
  etag: true,
  body: {
    type: 'object',
    required: ['name', 'form'],
    properties: { name, description, category, form },
    additionalProperties: false,
  },
  response: template,
} as const satisfies Contract;

export const listTemplates = {
  method: 'GET',
  path: '/templates',
  summary: 'List the templates of the organization, and the built-in ones',
  description: 'Built-in templates count as the oldest: newest first, they come last.',
  auth: ['secretKey', 'session'],
  role: 'viewer',
  scope: 'organization',
  table: 'read',
  status: 200,
  query: {
    type: 'object',
    properties: {
      category: {
        type: 'string',
        minLength: 1,
        maxLength: 100,
        description: 'Only templates of exactly this category.',
      },
      ...paging,
    },
    additionalProperties: false,
  },
  response: listOf(template),
} as const satisfies Contract;

export const getTemplate = {
  method: 'GET',
  path: '/templates/{id}',
  summary: 'Get a template',
  auth: ['secretKey', 'session'],
  role: 'viewer',
  scope: 'organization',
  table: 'read',
  status: 200,
  etag: true,
  params: pathId('The id of a template.'),
  response: template,
} as const satisfies Contract;

export const updateTemplate = {
  method: 'PUT',
  path: '/templates/{id}',
  summary: 'Update a template',
  description: 'Forms that were created from it stay as they are. A built-in template cannot be changed: 409.',
  auth: ['secretKey', 'session'],
  role: 'editor',
  scope: 'organization',
  audited: 'template.updated',
  conflicts: true,
  table: 'write',
  status: 200,
  etag: true,
  params: pathId('The id of a template.'),
  patches: { responseOnly: ['id', 'isBuiltIn', 'createdAt', 'updatedAt'] },
  body: {
    type: 'object',
    required: ['name', 'form'],
    properties: { name, description, category, form },
    additionalProperties: false,
  },
  response: template,
} as const satisfies Contract;

export const deleteTemplate = {
  method: 'DELETE',
  path: '/templates/{id}',
  summary: 'Delete a template',
  description: 'Forms that were created from it stay. A built-in template cannot be deleted: 409.',
  auth: ['secretKey', 'session'],
  role: 'editor',
  scope: 'organization',
  audited: 'template.deleted',
  conflicts: true,
  table: 'write',
  status: 204,
  params: pathId('The id of a template.'),
} as const satisfies Contract;
