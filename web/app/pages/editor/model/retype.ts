import { choiceValue } from '../../../../../shared/domain/fields/field.ts';
import { fieldTypes, isAnswered, takesAnswer } from '../../../../../shared/domain/fields/field-types.ts';
import { changedChoices, type ListName, withoutLimit } from './choices.ts';
import { type Comparison, comparisonOf, type Operator, operatorsOf, withOperator } from './conditions.ts';
import { type Draft, type Field, type FieldType, type Formula, own } from './draft.ts';
import { changedField, changedPolicy, fieldOf } from './fields.ts';
import { isNumeric, isScored } from './formulas.ts';
import { type FieldWords, needsOf } from './new-field.ts';
import { rewrittenIn } from './references.ts';

const lists: readonly ListName[] = ['options', 'rows', 'columns'];

/**
 * Changes the type of a field: drops properties that the type does not have, adds those it needs, and adapts conditions
 * on the field.
 */
export function retypeField(draft: Draft, id: string, type: FieldType, words: FieldWords): Draft {
  const field = fieldOf(draft, id);
  if (!field || field.type === type) return draft;
  const changedDraft = changedField(withoutUnfitLists(draft, field, type), id, changeTo(type, field, words));
  const changed = fieldOf(changedDraft, id) ?? field;
  const refitted = { ...changedDraft, fields: refittedIn(changedDraft.fields, changed) };
  const policy = own(draft.fieldPolicies, id);
  const isUnfit = !isAnswered({ type }) || (type === 'file' && policy === 'masked');
  return policy && isUnfit ? changedPolicy(refitted, id, undefined) : refitted;
}

const fitsIn = (type: FieldType, name: string): boolean =>
  always.has(name) || (fieldTypes[type].properties as readonly string[]).includes(name);

/** Removes choices that the new type can’t have, with their translations. */
const withoutUnfitLists = (draft: Draft, field: Field, type: FieldType): Draft =>
  lists
    .filter(list => field[list] && !fitsIn(type, list))
    .reduce((next, list) => changedChoices(next, field.id, list, []), draft);

function changeTo(type: FieldType, field: Field, words: FieldWords): Partial<Field> {
  const dropped = Object.keys(field).filter(name => !fitsIn(type, name));
  const needed = Object.entries(needsOf(type, words)).filter(([name]) => !Object.hasOwn(field, name));
  return {
    ...Object.fromEntries(dropped.map(name => [name, undefined])),
    ...Object.fromEntries(needed),
    // A ranking names every option.
    ...(type === 'ranking' && field.options && { options: field.options.map(withoutLimit) }),
    type,
    validate: rulesFor(type, field),
    // An answer to one type is not an answer to another.
    default: undefined,
    ...(type !== 'calculated' && { compute: undefined }),
    ...(!takesAnswer(type) && { requiredIf: undefined }),
  };
}

/** Lengths and numbers of choices mean the same for every type that has them; bounds do not. */
function rulesFor(type: FieldType, { validate = {} }: Field): Field['validate'] {
  const rules: readonly string[] = fieldTypes[type].rules ?? [];
  const kept = Object.entries(validate).filter(([rule]) => rules.includes(rule) && rule !== 'min' && rule !== 'max');
  return kept.length > 0 ? Object.fromEntries(kept) : undefined;
}

const always = new Set(['id', 'type', 'label', 'validate', 'visibleIf', 'requiredIf', 'compute']);

const alike: Partial<Record<Operator, Operator>> = {
  eq: 'includesAny',
  in: 'includesAny',
  includesAny: 'in',
  includesAll: 'in',
};

const refittedIn = (fields: readonly Field[], field: Field): Field[] =>
  rewrittenIn(fields, {
    comparison: comparison => (comparison.field === field.id ? refitted(comparison, field) : comparison),
    number: part => (part.field === field.id && !isNumeric(field) ? (part.else ?? 0) : part),
    score: part => (part.score === field.id ? rescored(part, field) : part),
  });

function refitted(comparison: Comparison, field: Field): Comparison | undefined {
  const ops = operatorsOf(field);
  if (ops.length === 0) return undefined;
  const op = [comparison.op, alike[comparison.op]].find(each => each && ops.includes(each));
  const fitting = op ? withOperator(comparison, op, field) : comparisonOf(field);
  return fitting.value === '' ? { field: field.id, op: 'answered' } : fitting;
}

function rescored(part: Extract<Formula, { score: string }>, field: Field): Formula {
  const values = new Set((field.options ?? []).map(choiceValue));
  const isFit = isScored(field) && Object.keys(part.values).every(value => values.has(value));
  return isFit ? part : (part.else ?? 0);
}
