import { compact, type Draft, type Field, type FieldPolicy, own, unlessEmpty, withoutKey } from './draft.ts';
import { freeId, slugOf } from './ids.ts';
import { forgottenIn, renamedIn } from './references.ts';

/** The IDs of the stored fields, which answers use. */
export type StoredIds = ReadonlySet<string>;

/** A draft and the selected field. */
export type EditResult = {
  readonly draft: Draft;
  readonly selected?: string | undefined;
  /** The field's previous ID. */
  readonly renamed?: string;
};

export const fieldOf = (draft: Draft, id: string): Field | undefined => draft.fields.find(field => field.id === id);

export const placeOf = (draft: Draft, id: string): number => draft.fields.findIndex(field => field.id === id);

/** Returns the IDs that a new field may not have. */
export function takenIds({ fields, spamProtection }: Draft, stored: StoredIds): ReadonlySet<string> {
  const honeypot = spamProtection?.honeypot?.fieldName;
  return new Set([...fields.map(({ id }) => id), ...stored, ...(honeypot ? [honeypot] : [])]);
}

/** Inserts a field with a free ID at a place. */
export const insertField = (draft: Draft, field: Field, place: number): EditResult => ({
  draft: { ...draft, fields: draft.fields.toSpliced(place, 0, field) },
  selected: field.id,
});

/** Inserts a copy of a field after the original, with its policy and its texts in other languages. */
export function duplicateField(draft: Draft, id: string, stored: StoredIds): EditResult {
  const field = fieldOf(draft, id);
  if (!field) return { draft };
  const copy = { ...field, id: freeId(field.id.replace(/_\d+$/, ''), takenIds(draft, stored)) };
  const { draft: more } = insertField(draft, copy, placeOf(draft, id) + 1);
  return { draft: elsewhere(more, id, copy.id, true), selected: copy.id };
}

/** Removes a field and everything that depends on it. */
export function removeField(draft: Draft, id: string): EditResult {
  const place = placeOf(draft, id);
  if (place < 0) return { draft };
  const fields = forgottenIn(draft.fields.toSpliced(place, 1), id);
  return { draft: elsewhere({ ...draft, fields }, id, undefined), selected: (fields[place] ?? fields.at(-1))?.id };
}

export function moveField(draft: Draft, id: string, to: number): EditResult {
  const place = placeOf(draft, id);
  const field = draft.fields[place];
  const target = Math.max(0, Math.min(to, draft.fields.length - 1));
  if (!field || target === place) return { draft, selected: id };
  return { draft: { ...draft, fields: draft.fields.toSpliced(place, 1).toSpliced(target, 0, field) }, selected: id };
}

/** Replaces properties of a field. Undefined removes one. */
export const changedField = (draft: Draft, id: string, change: Partial<Field>): Draft => ({
  ...draft,
  fields: draft.fields.map(field => (field.id === id ? compact({ ...field, ...change }) : field)),
});

export function changedRule(draft: Draft, id: string, rules: NonNullable<Field['validate']>): Draft {
  const validate = unlessEmpty(compact({ ...fieldOf(draft, id)?.validate, ...rules }));
  return changedField(draft, id, { validate });
}

export function changedPolicy(draft: Draft, id: string, policy: FieldPolicy | undefined): Draft {
  const others = withoutKey(draft.fieldPolicies ?? {}, id);
  return compact({ ...draft, fieldPolicies: unlessEmpty(policy ? { ...others, [id]: policy } : others) });
}

/**
 * Changes the label of a field. The ID of a field that is not stored yet follows its label, unless someone has chosen
 * the ID.
 */
export function relabelField(draft: Draft, id: string, label: string, stored: StoredIds): EditResult {
  const field = fieldOf(draft, id);
  if (!field) return { draft };
  const relabelledDraft = changedField(draft, id, { label: label === '' ? undefined : label });
  if (stored.has(id) || !isNamedByItself(field)) return { draft: relabelledDraft, selected: id };
  const taken = takenIds(withoutField(draft, id), stored);
  return renameField(relabelledDraft, id, freeId(slugOf(label) || field.type, taken));
}

const withoutField = (draft: Draft, id: string): Draft => ({
  ...draft,
  fields: draft.fields.filter(field => field.id !== id),
});

function isNamedByItself({ id, type, label = '' }: Field): boolean {
  const name = id.replace(/_\d+$/, '');
  return [id, name].some(each => each === slugOf(label) || each === type);
}

/** Changes the ID of a field wherever the form names the field. */
export function renameField(draft: Draft, from: string, to: string): EditResult {
  if (from === to) return { draft, selected: from };
  const fields = renamedIn(draft.fields, from, to).map(field => (field.id === from ? { ...field, id: to } : field));
  return { draft: elsewhere({ ...draft, fields }, from, to), selected: to, renamed: from };
}

/** Moves, copies or removes what a form has by a field's ID, except its logic. */
function elsewhere(draft: Draft, from: string, to: string | undefined, isCopy = false): Draft {
  const rekeyed = <T>(record: Readonly<Record<string, T>>): Record<string, T> => {
    const value = own(record, from);
    if (value === undefined) return record;
    const others = isCopy ? record : withoutKey(record, from);
    return to === undefined ? others : { ...others, [to]: value };
  };
  const { fieldPolicies, texts } = draft;
  return compact({
    ...draft,
    fieldPolicies: fieldPolicies && unlessEmpty(rekeyed(fieldPolicies)),
    texts:
      texts &&
      Object.fromEntries(
        Object.entries(texts).map(([language, words]) => [
          language,
          compact({ ...words, fields: words.fields && unlessEmpty(rekeyed(words.fields)) }),
        ]),
      ),
  });
}
