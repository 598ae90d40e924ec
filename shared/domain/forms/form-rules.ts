import { patterns } from '../../contracts/patterns.ts';
import type { Fault } from '../../fault.ts';
import { type Field, type FieldType, maxLengthOf } from '../fields/field.ts';
import type { FieldPolicy } from './form.ts';
import { faultsOfLogic } from './logic/logic-faults.ts';
import { faultsOfPatterns } from './pattern-budget.ts';
import { faultsOfPolicies } from './policy-rules.ts';
import { faultsOfSettings, type Settings } from './settings-faults.ts';

/** The part of a form that its rules look at. */
export type FormDefinition = Settings & {
  readonly status: 'live' | 'draft' | 'archived';
  readonly fields: readonly Field[];
  readonly fieldPolicies?: Readonly<Record<string, FieldPolicy>>;
  readonly spamProtection?: { readonly honeypot?: { readonly fieldName?: string } };
};

/** Everything wrong with a form that the schema of its body cannot say. The shapes are those of the schema. */
export function faultsOfForm(form: FormDefinition): Fault[] {
  const { fields } = form;
  return [
    ...(form.status === 'live' && fields.length === 0 ? [emptyLiveForm] : []),
    ...faultsOfIds(fields),
    ...fields.flatMap(faultsOfOptions),
    ...fields.flatMap(faultsOfValidate),
    ...faultsOfPatterns(fields),
    ...faultsOfLogic(fields),
    ...faultsOfPolicies(form),
    ...faultsOfHoneypot(form),
    ...faultsOfSettings(form),
  ];
}

const emptyLiveForm: Fault = {
  field: 'fields',
  rule: 'minItems',
  message: 'A live form needs at least one field; add one, or keep the form a draft',
};

const fieldId = new RegExp(patterns.fieldId.pattern);

function faultsOfIds(fields: readonly Field[]): Fault[] {
  const firstIndexOf = new Map<string, number>();
  const faults: Fault[] = [];
  for (const [index, { id }] of fields.entries()) {
    const first = firstIndexOf.get(id);
    const field = `fields[${index}].id`;
    if (first !== undefined) {
      faults.push({ field, rule: 'unique', message: `"${id}" is also the id of fields[${first}]; ids must be unique` });
      continue;
    }
    firstIndexOf.set(id, index);
    if (!fieldId.test(id)) {
      faults.push({ field, rule: 'pattern', message: patterns.fieldId.words });
    } else if (id in Object.prototype) {
      const message = `"${id}" is a name that every JavaScript object has; choose another, for example "${id}Answer"`;
      faults.push({ field, rule: 'reserved', message });
    }
  }
  return faults;
}

function faultsOfOptions({ type, options }: Field, index: number): Fault[] {
  const field = `fields[${index}].options`;
  if (type !== 'select') {
    if (options === undefined) return [];
    return [{ field, rule: 'notAllowed', message: `Only a select has options; this field is of type ${type}` }];
  }
  if (options === undefined || options.length === 0) {
    return [{ field, rule: 'required', message: 'A select needs options: an array of at least one string' }];
  }
  const seen = new Set<string>();
  const faults: Fault[] = [];
  for (const [position, option] of options.entries()) {
    if (seen.has(option)) {
      const message = 'This option appears more than once; options must be unique';
      faults.push({ field: `${field}[${position}]`, rule: 'unique', message });
    }
    seen.add(option);
  }
  return faults;
}

type Rule = keyof NonNullable<Field['validate']>;

const lengths: readonly Rule[] = ['minLength', 'maxLength'];
const rulesOfType: Readonly<Record<FieldType, readonly Rule[]>> = {
  text: [...lengths, 'pattern'],
  email: [...lengths, 'pattern'],
  textarea: lengths,
  number: ['min', 'max'],
  select: [],
  date: [],
  file: [],
};

function faultsOfValidate(field: Field, index: number): Fault[] {
  const path = `fields[${index}].validate`;
  const validate = field.validate ?? {};
  const allowed = rulesOfType[field.type];
  const unfit = Object.keys(validate).filter(rule => !allowed.some(name => name === rule));
  const refused = unfit.map(rule => ({
    field: `${path}.${rule}`,
    rule: 'notAllowed',
    message: `A field of type ${field.type} has no ${rule}; ${allowed.length === 0 ? 'it has no validate rules' : `it has ${allowed.join(', ')}`}`,
  }));
  return [...refused, ...faultsOfLengths(field, path), ...faultsOfRange(field, path)];
}

function faultsOfLengths(field: Field, path: string): Fault[] {
  const { minLength = 0, maxLength } = field.validate ?? {};
  const longest = maxLengthOf(field);
  if (longest === Number.POSITIVE_INFINITY) return [];
  const faults: Fault[] = [];
  if (maxLength === 0) {
    faults.push({ field: `${path}.maxLength`, rule: 'minimum', message: 'maxLength must be 1 or more' });
  } else if (minLength > longest) {
    const why = maxLength === longest ? 'maxLength is' : 'the longest answer this field takes is';
    const message = `minLength is ${minLength}, and ${why} ${longest}: no answer could fit; minLength must not be greater`;
    faults.push({ field: `${path}.minLength`, rule: 'range', message });
  }
  return faults;
}

function faultsOfRange({ type, validate }: Field, path: string): Fault[] {
  const { min, max } = validate ?? {};
  if (type !== 'number' || min === undefined || max === undefined || min <= max) return [];
  const message = `min is ${min} and max is ${max}: no answer could fit; min must not be greater`;
  return [{ field: `${path}.min`, rule: 'range', message }];
}

function faultsOfHoneypot({ fields, spamProtection }: FormDefinition): Fault[] {
  const honeypotField = spamProtection?.honeypot?.fieldName;
  if (honeypotField === undefined || !fields.some(({ id }) => id === honeypotField)) return [];
  const message = `"${honeypotField}" is a field of the form; the honeypot needs a name that no field has`;
  return [{ field: 'spamProtection.honeypot.fieldName', rule: 'unique', message }];
}
