import { choiceLabel, choiceValue } from '../../../../../shared/domain/fields/field.ts';
import { type Choice, compact, type Draft, type Field, own, unlessEmpty } from './draft.ts';
import { changedField, fieldOf } from './fields.ts';
import { freeId } from './ids.ts';
import { revaluedIn } from './references.ts';

/** The properties of a field that are lists of choices. */
export type ListName = 'options' | 'rows' | 'columns';

const valueAndLabel = (value: string, label: string, limit?: number): Choice =>
  value === label && limit === undefined ? label : compact({ value, label, limit });

export const limitOf = (choice: Choice): number | undefined => (typeof choice === 'string' ? undefined : choice.limit);

/** Limits how many responses may choose an option, or removes the limit. */
export function limitedChoice(draft: Draft, { id, place }: { id: string; place: number }, limit?: number): Draft {
  const choices = fieldOf(draft, id)?.options ?? [];
  const choice = choices[place];
  if (choice === undefined) return draft;
  const limited = valueAndLabel(choiceValue(choice), choiceLabel(choice), limit);
  return changedField(draft, id, { options: choices.with(place, limited) });
}

/** Replaces the choices in a list. Conditions, scores, texts and the default lose what they have for removed values. */
export function changedChoices(draft: Draft, id: string, list: ListName, choices: readonly Choice[]): Draft {
  const values = new Set(choices.map(choiceValue));
  const before = (fieldOf(draft, id)?.[list] ?? []).map(choiceValue);
  const changedDraft = changedField(draft, id, { [list]: [...choices] });
  if (before.every(value => values.has(value))) return changedDraft;
  return revalued(changedDraft, id, list, value => (values.has(value) || !before.includes(value) ? value : undefined));
}

/**
 * Changes the label of a choice. With `isStored`, answers have its value, so the value stays. Otherwise the label
 * becomes the value.
 */
export function relabelledChoice(
  draft: Draft,
  { id, list, place }: { id: string; list: ListName; place: number },
  label: string,
  isStored: boolean,
): Draft {
  const choices = fieldOf(draft, id)?.[list] ?? [];
  const choice = choices[place];
  if (choice === undefined) return draft;
  const value = choiceValue(choice);
  const limit = limitOf(choice);
  const keepsValue = isStored || (typeof choice === 'object' && value !== choice.label);
  if (keepsValue) return changedField(draft, id, { [list]: choices.with(place, valueAndLabel(value, label, limit)) });
  return revaluedChoice(
    changedField(draft, id, { [list]: choices.with(place, compact({ value, label, limit })) }),
    { id, list, place },
    label,
  );
}

/** Removes the limits of all options. */
export function unlimitedChoices(draft: Draft, id: string): Draft {
  const options = fieldOf(draft, id)?.options ?? [];
  return changedField(draft, id, { options: options.map(withoutLimit) });
}

/** Returns an option without its limit. */
export const withoutLimit = (option: Choice): Choice =>
  limitOf(option) === undefined ? option : valueAndLabel(choiceValue(option), choiceLabel(option));

/** Changes the stored value of a choice, also in conditions, scores, texts and the default. */
export function revaluedChoice(
  draft: Draft,
  { id, list, place }: { id: string; list: ListName; place: number },
  value: string,
): Draft {
  const choices = fieldOf(draft, id)?.[list] ?? [];
  const choice = choices[place];
  if (choice === undefined) return draft;
  const before = choiceValue(choice);
  const changed = valueAndLabel(value, choiceLabel(choice), limitOf(choice));
  const next = changedField(draft, id, { [list]: choices.with(place, changed) });
  // While the user types, two choices may briefly have the same value. References then stay with the other one.
  const isShared = choices.some((other, at) => at !== place && choiceValue(other) === before);
  return isShared ? next : revalued(next, id, list, each => (each === before ? value : each));
}

/** Adds a choice with a unique value: at the given place, or at the end. */
export function withChoice(
  draft: Draft,
  id: string,
  list: ListName,
  name: (count: number) => string,
  place?: number,
): Draft {
  const choices = fieldOf(draft, id)?.[list] ?? [];
  const taken = new Set(choices.flatMap(choice => [choiceValue(choice), choiceLabel(choice)]));
  let count = choices.length + 1;
  while (taken.has(name(count))) count++;
  return changedField(draft, id, { [list]: choices.toSpliced(place ?? choices.length, 0, name(count)) });
}

export const withoutChoice = (draft: Draft, id: string, list: ListName, place: number): Draft =>
  changedChoices(draft, id, list, (fieldOf(draft, id)?.[list] ?? []).toSpliced(place, 1));

export function movedChoice(draft: Draft, id: string, list: ListName, from: number, to: number): Draft {
  const choices = fieldOf(draft, id)?.[list] ?? [];
  const choice = choices[from];
  if (choice === undefined || to < 0 || to >= choices.length) return draft;
  return changedField(draft, id, { [list]: choices.toSpliced(from, 1).toSpliced(to, 0, choice) });
}

/** Returns choices as lines of text: each label, followed by `|` and the value if that differs. */
export const linesOf = (choices: readonly Choice[]): string =>
  choices.map(choice => (typeof choice === 'string' ? choice : `${choice.label} | ${choice.value}`)).join('\n');

/**
 * Returns the choices in lines of text. A label that already exists keeps its value, and a repeated line counts once.
 */
export function choicesOf(lines: string, before: readonly Choice[]): Choice[] {
  const valueBefore = new Map(before.map(choice => [choiceLabel(choice), choiceValue(choice)]));
  const limits = new Map(before.map(choice => [choiceValue(choice), limitOf(choice)]));
  const taken = new Set<string>();
  return lines.split(/\r?\n/).flatMap(line => {
    const [label = '', written = ''] = line.split(/\s\|\s(?=[^|]*$)/).map(part => part.trim());
    if (label === '') return [];
    const value = written || (valueBefore.get(label) ?? label);
    if (taken.has(value) && (written === '' || valueBefore.get(label) === value)) return [];
    const free = freeId(value, taken);
    taken.add(free);
    return [valueAndLabel(free, label, limits.get(free))];
  });
}

/** Changes the values of choices wherever the form uses them, except in the list itself. */
function revalued(draft: Draft, id: string, list: ListName, another: (value: string) => string | undefined): Draft {
  const fields = list === 'options' ? revaluedIn(draft.fields, id, another) : draft.fields;
  return retold(
    { ...draft, fields: fields.map(field => (field.id === id ? withDefault(field, list, another) : field)) },
    id,
    list,
    another,
  );
}

function withDefault(field: Field, list: ListName, another: (value: string) => string | undefined): Field {
  const { default: standard } = field;
  if (standard === undefined) return field;
  if (list === 'options' && typeof standard === 'string') return compact({ ...field, default: another(standard) });
  if (list === 'options' && Array.isArray(standard)) {
    const left = standard.flatMap(value => another(String(value)) ?? []);
    return compact({ ...field, default: left.length > 0 ? left : undefined });
  }
  return list === 'options' ? field : compact({ ...field, default: undefined });
}

/** Moves the labels in other languages to the new values. */
function retold(draft: Draft, id: string, list: ListName, another: (value: string) => string | undefined): Draft {
  if (!draft.texts) return draft;
  const texts = Object.entries(draft.texts).map(([language, words]) => {
    const ofField = own(words.fields, id);
    const labels = ofField?.[list];
    if (!ofField || !labels) return [language, words] as const;
    const entries = Object.entries(labels).flatMap(([value, label]) => {
      const other = another(value);
      return other === undefined ? [] : [[other, label] as const];
    });
    const changed = unlessEmpty(compact({ ...ofField, [list]: unlessEmpty(Object.fromEntries(entries)) }));
    return [language, compact({ ...words, fields: unlessEmpty(compact({ ...words.fields, [id]: changed })) })] as const;
  });
  return { ...draft, texts: Object.fromEntries(texts) } as Draft;
}
