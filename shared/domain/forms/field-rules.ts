import type { Fault } from '../../fault.ts';
import { answerOf, answerTypes } from '../fields/answer-types.ts';
import { isCurrency } from '../fields/currency.ts';
import { type Choice, choiceValue, type Field, type FieldType, maxLengthOf } from '../fields/field.ts';
import { faultsOfTexts } from '../fields/field-texts.ts';
import { fieldTypes } from '../fields/field-types.ts';
import { breachesOf } from './answer-breaches.ts';

/** The limits of a deployment. */
export type FieldLimits = {
  /** The largest file that may be uploaded, in bytes. */
  readonly uploadBytesMax: number;
};

/** Returns every fault of a field that its schema cannot check, except for its ID, its pattern and its default. */
export const faultsOfField = (field: Field, limits: FieldLimits): Fault[] => [
  ...faultsOfProperties(field),
  ...faultsOfChoices(field),
  ...faultsOfValidate(field),
  ...faultsOfTexts(field),
  ...faultsOfLengths(field),
  ...faultsOfRange(field),
  ...faultsOfInteger(field),
  ...faultsOfSelection(field),
  ...faultsOfFiles(field, limits),
  ...faultsOfCurrency(field),
];

/** The rules of the logic decide which types may have it. */
const ofEvery: readonly string[] = ['id', 'type', 'label', 'validate', 'visibleIf', 'requiredIf', 'compute'];

function faultsOfProperties(field: Field): Fault[] {
  const { properties, needs = [] } = fieldTypes[field.type];
  const unfit = Object.keys(field).filter(name => !(ofEvery.includes(name) || isOneOf(properties, name)));
  const missing = needs.filter(name => field[name] === undefined || isEmptyList(field[name]));
  return [
    ...unfit.map(name => ({ field: name, rule: 'notAllowed', message: notAllowed(name, field.type) })),
    ...missing.map(name => ({ field: name, rule: 'required', message: `${aType(field.type)} needs ${name}` })),
  ];
}

const isOneOf = (names: readonly string[], name: string): boolean => names.includes(name);
const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

function notAllowed(name: string, type: FieldType): string {
  const having = Object.entries(fieldTypes).flatMap(([other, { properties }]) =>
    isOneOf(properties, name) ? [other] : [],
  );
  const fits = having.length > 0 ? `only fields of type ${inWords(having)} have it` : 'no field has it';
  return `A field of type ${type} has no ${name}; ${fits}`;
}

const inWords = (names: readonly string[]): string =>
  names.length > 1 ? `${names.slice(0, -1).join(', ')} or ${names.at(-1)}` : names.join();

const aType = (type: FieldType): string => `A field of type ${type}`;

function faultsOfChoices({ options = [], rows = [], columns = [] }: Field): Fault[] {
  return [
    ...faultsOfValues('options', options),
    ...faultsOfValues('rows', rows),
    ...faultsOfValues('columns', columns),
    ...rows.flatMap((row, place) =>
      choiceValue(row) in Object.prototype ? [reservedRow(place, choiceValue(row))] : [],
    ),
  ];
}

const reservedRow = (place: number, row: string): Fault => ({
  field: `rows[${place}]`,
  rule: 'reserved',
  message: `"${row}" is a name that every JavaScript object has; choose another value, with this as its label`,
});

function faultsOfValues(name: string, choices: readonly Choice[]): Fault[] {
  const seen = new Set<string>();
  const one = name.slice(0, -1);
  return choices.flatMap((choice, place) => {
    const value = choiceValue(choice);
    if (!seen.has(value)) {
      seen.add(value);
      return [];
    }
    const message = `This ${one} appears more than once; ${name} must be unique`;
    return [{ field: `${name}[${place}]`, rule: 'unique', message }];
  });
}

function faultsOfValidate(field: Field): Fault[] {
  const { rules = [] } = fieldTypes[field.type];
  const unfit = Object.keys(field.validate ?? {}).filter(rule => !isOneOf(rules, rule));
  const has = rules.length === 0 ? 'it has no validate rules' : `it has ${rules.join(', ')}`;
  return unfit.map(rule => ({
    field: `validate.${rule}`,
    rule: 'notAllowed',
    message: `${aType(field.type)} has no ${rule}; ${has}`,
  }));
}

function faultsOfLengths(field: Field): Fault[] {
  const { minLength = 0, maxLength } = field.validate ?? {};
  const longest = maxLengthOf(field);
  if (longest === Number.POSITIVE_INFINITY) return [];
  if (maxLength === 0) {
    return [{ field: 'validate.maxLength', rule: 'minimum', message: 'maxLength must be 1 or more' }];
  }
  if (minLength <= longest) return [];
  const why = maxLength === longest ? 'maxLength is' : 'the longest answer this field takes is';
  const message = `minLength is ${minLength}, and ${why} ${longest}: no answer could fit; minLength must not be greater`;
  return [{ field: 'validate.minLength', rule: 'range', message }];
}

function faultsOfRange({ type, validate = {} }: Field): Fault[] {
  const ends = (['min', 'max'] as const).flatMap(end => {
    const bound = answerTypes[type].bounds?.[end];
    return bound && validate[end] !== undefined ? [{ end, bound, rank: bound.rank(validate[end]) }] : [];
  });
  const wrong = ends.filter(({ rank }) => rank === undefined);
  if (wrong.length > 0) {
    return wrong.map(({ end, bound }) => ({
      field: `validate.${end}`,
      rule: 'type',
      message: `must be ${bound.words}`,
    }));
  }
  const [least, greatest] = ends.map(({ rank }) => rank);
  if (least === undefined || greatest === undefined || least <= greatest) return [];
  const message = `min is ${validate.min} and max is ${validate.max}: no answer could fit; min must not be greater`;
  return [{ field: 'validate.min', rule: 'range', message }];
}

function faultsOfInteger({ validate = {} }: Field): Fault[] {
  const { integer, min, max } = validate;
  if (!integer || typeof min !== 'number' || typeof max !== 'number') return [];
  if (min > max || Math.ceil(min) <= Math.floor(max)) return [];
  const message = `There is no whole number between ${min} and ${max}, so no answer could fit; change min or max`;
  return [{ field: 'validate.integer', rule: 'range', message }];
}

function faultsOfSelection(field: Field): Fault[] {
  const { minSelected = 1, maxSelected } = field.validate ?? {};
  if (!isOneOf(fieldTypes[field.type].rules ?? [], 'maxSelected') || !field.options) return [];
  const count = field.options.length + (field.other ? 1 : 0);
  if (maxSelected !== undefined && maxSelected > count) {
    const message = `maxSelected is ${maxSelected}, and there are ${count} options; it must not be greater`;
    return [{ field: 'validate.maxSelected', rule: 'range', message }];
  }
  const most = maxSelected ?? count;
  if (minSelected <= most) return [];
  const why = maxSelected === undefined ? 'the options are' : 'maxSelected is';
  const message = `minSelected is ${minSelected}, and ${why} ${most}: no answer could fit; minSelected must not be greater`;
  return [{ field: 'validate.minSelected', rule: 'range', message }];
}

function faultsOfFiles({ type, validate = {} }: Field, { uploadBytesMax }: FieldLimits): Fault[] {
  const { maxBytes = 0 } = validate;
  if (type !== 'file' || maxBytes <= uploadBytesMax) return [];
  const message = `maxBytes must be ${uploadBytesMax} or less, the largest file that this deployment accepts`;
  return [{ field: 'validate.maxBytes', rule: 'maximum', message }];
}

function faultsOfCurrency({ currency }: Field): Fault[] {
  if (currency === undefined || isCurrency(currency)) return [];
  const message = `"${currency}" is not a currency of ISO 4217, such as EUR or USD`;
  return [{ field: 'currency', rule: 'currency', message }];
}

/** Returns the faults of the default of a field without other faults. */
export function faultsOfDefault(field: Field): Fault[] {
  if (field.default === undefined) return [];
  const answer = answerOf(field, field.default);
  if (answer === undefined) {
    return [{ field: 'default', rule: 'default', message: 'The default counts as no answer; leave it out' }];
  }
  return breachesOf(field, answer).map(({ message }) => ({
    field: 'default',
    rule: 'default',
    message: `The default is not a valid answer. ${message}`,
  }));
}
