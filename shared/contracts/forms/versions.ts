import type { Contract } from '../contract.ts';
import { deletes, reads, updates } from '../operations.ts';
import { listOf, object, paging, pathId, record, timestamp, timestampOrNull } from '../records.ts';
import { savingGrants, storedForm, updateForm } from './forms.ts';

const { title, fields, fieldPolicies, ui, theme, welcome, thankYou, endings, closedMessage, language, texts } =
  updateForm.body.properties;

/** What visitors see of a form. Other settings belong to no draft and no version: they always apply at once. */
const content = {
  ...{ title, fields, fieldPolicies, ui, theme, welcome, thankYou, endings },
  ...{ closedMessage, language, texts },
} as const;

const anyObject = { type: 'object' } as const;
const anyText = { type: 'string' } as const;

/** A draft may be incomplete, so its reply promises less than the body says. */
const shownContent = {
  title: anyText,
  fields: { type: 'array', items: anyObject, description: 'As in a form.' },
  ...{ fieldPolicies: anyObject, ui: anyObject, theme: anyObject, welcome: anyObject, thankYou: anyObject },
  endings: { type: 'array', items: anyObject },
  ...{ closedMessage: anyText, language: anyText, texts: anyObject },
} as const;

const actor = {
  type: ['string', 'null'],
  description: 'The user, or the secret key. `null`: not known.',
} as const;

const draftState = {
  formId: { type: 'string' },
  isChanged: { type: 'boolean', description: 'Whether the draft differs from the form.' },
  conflicts: {
    type: 'array',
    items: { type: 'string' },
    description:
      'The fields and properties that were changed in the form, too, since they were changed in the draft. The draft’s change stays.',
  },
  savedAt: { ...timestampOrNull, description: 'When the draft was last saved; `null` without a draft.' },
  savedBy: actor,
} as const;

const draftVersion = object([...(Object.keys(draftState) as (keyof typeof draftState)[]), 'title', 'fields'], {
  ...draftState,
  ...shownContent,
});

const ofForm = pathId('The ID of a form.');
const draftPath = '/forms/{id}/draft-version';

export const getDraftVersion = {
  ...reads,
  path: draftPath,
  summary: 'Get the draft of a form',
  description:
    'What visitors see once the draft is published: title, fields, design, texts and policies. Without a draft, it is what the form has now. What has been published since the draft began is included.',
  etag: true,
  params: ofForm,
  response: draftVersion,
} as const satisfies Contract;

export const updateDraftVersion = {
  ...updates('editor'),
  path: draftPath,
  summary: 'Save the draft of a form',
  description:
    'Visitors see nothing of it. A draft may be incomplete: only publishing checks every rule. A form with the status `draft` takes the title at once. With `If-Match`, no change of another editor is overwritten.',
  etag: true,
  params: ofForm,
  patches: { responseOnly: Object.keys(draftState) },
  body: object([], content),
  response: draftVersion,
} as const satisfies Contract;

export const deleteDraftVersion = {
  ...deletes('editor'),
  path: draftPath,
  summary: 'Discard the draft of a form',
  description: 'The form stays as it is.',
  audited: 'form.draft_discarded',
  params: ofForm,
} as const satisfies Contract;

const change = record({
  kind: {
    enum: ['added', 'removed', 'changed', 'moved', 'setting'],
    description: 'What happened to a field; `moved`: to the order of the fields; `setting`: another property changed.',
  },
  name: { type: 'string', description: 'The ID of the field, or the name of the property.' },
  label: { type: ['string', 'null'], description: 'The field’s label.' },
});

const version = {
  formId: { type: 'string' },
  number: { type: 'integer', description: '1 for the first version, then one more each time.' },
  isCurrent: { type: 'boolean', description: 'Whether it is the latest version.' },
  createdAt: timestamp,
  createdBy: actor,
  changes: { type: 'array', items: change, description: 'What has changed since the version before, 100 at most.' },
} as const;

const versionsPath = '/forms/{id}/versions';

export const publishVersion = {
  ...updates('editor'),
  method: 'POST',
  grants: savingGrants,
  path: versionsPath,
  summary: 'Publish the draft of a form, or a former version',
  description:
    'Replaces title, fields, design, texts and policies of the form, makes it live, and ends the draft. Other settings stay. `If-Match` takes the `ETag` of the draft. Weakening a policy requires the role admin.',
  audited: 'form.published',
  etag: true,
  params: ofForm,
  bodyOptional: true,
  body: object([], {
    version: {
      type: 'integer',
      minimum: 1,
      description: 'The number of a version to restore. Default: the draft is published.',
    },
    status: {
      enum: ['live', 'draft', 'archived'],
      description: 'The form’s status after that. Default: `live`.',
    },
  }),
  response: storedForm,
} as const satisfies Contract;

export const listVersions = {
  ...reads,
  path: versionsPath,
  summary: 'List the versions of a form',
  description:
    'What visitors have seen. Each change of a live form makes a version, also by `PUT /forms/{id}`. The last 50 are kept. A form that has not changed since version 0.3.0 has none yet.',
  params: ofForm,
  query: object([], paging),
  response: listOf(record(version)),
} as const satisfies Contract;

export const getVersion = {
  ...reads,
  path: `${versionsPath}/{number}`,
  summary: 'Get a version of a form',
  params: record({
    ...ofForm.properties,
    number: { type: 'string', description: 'The number of a version.' },
  }),
  response: object([...(Object.keys(version) as (keyof typeof version)[]), 'title', 'fields'], {
    ...version,
    ...shownContent,
  }),
} as const satisfies Contract;

export const versions = {
  getDraftVersion,
  updateDraftVersion,
  deleteDraftVersion,
  publishVersion,
  listVersions,
  getVersion,
} as const;
