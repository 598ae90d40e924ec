import type { FromSchema } from 'json-schema-to-ts';
import type { getVersion } from '../../contracts/forms/versions.ts';
import type { Field } from '../fields/field.ts';
import { atMost } from '../text/parts-of-text.ts';
import type { Form, FormChange } from './form.ts';
import { differencesOf, isSame, mergeDrafts } from './form-changes.ts';

/**
 * The properties of a form that visitors see. A draft and a version consist of them; the other settings, such as
 * webhooks and retention, always apply at once.
 */
export const contentNames = [
  ...(['title', 'fields', 'fieldPolicies', 'ui', 'theme', 'welcome', 'thankYou', 'endings'] as const),
  ...(['closedMessage', 'language', 'texts'] as const),
] as const satisfies readonly (keyof FormChange)[];

export type FormContent = Pick<FormChange, (typeof contentNames)[number]>;

/** Returns the content of a form. */
export const contentOf = (form: Form | FormChange | FormContent): FormContent =>
  Object.fromEntries(
    contentNames.flatMap(name => (form[name] === undefined ? [] : [[name, form[name]]])),
  ) as FormContent;

/** What a draft began with, and what it is now. */
export type DraftContent = { readonly base: FormContent; readonly content: FormContent };

/**
 * Returns the draft of a form with the changes that were published since it began. Where both changed the same thing,
 * the draft's change stays: `conflicts` names these properties and fields.
 */
export function draftOn(published: FormContent, draft: DraftContent | undefined) {
  if (!draft) return { content: published, conflicts: [] };
  const { base, content } = draft;
  const clashes = differencesOf(base, content, published).filter(({ clashes }) => clashes);
  return { content: contentOf(mergeDrafts(base, content, published)), conflicts: clashes.map(({ name }) => name) };
}

export type ContentChange = FromSchema<typeof getVersion.response>['changes'][number];

/** The maximum number of changes that a version names. */
const changesMax = 100;
const labelMax = 100;

/** Returns what has changed between two contents. */
export const changesOf = (before: FormContent, after: FormContent): ContentChange[] =>
  isSame(before, after)
    ? []
    : differencesOf(before, before, after)
        .slice(0, changesMax)
        .map(({ kind, name, field }) => ({ kind, name, label: labelOf(field) }));

function labelOf(field: Field | undefined): string | null {
  const label = field?.label || field?.text;
  return label ? atMost(label, labelMax) : null;
}
