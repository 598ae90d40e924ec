import { patterns } from '../../contracts/patterns.ts';
import type { Fault } from '../../fault.ts';
import { faultsOfCaptchas } from '../captcha.ts';
import type { Field } from '../fields/field.ts';
import { type FieldLimits, faultsOfDefault, faultsOfField } from './field-rules.ts';
import type { FieldPolicy } from './logic/effective-policies.ts';
import { faultsOfLogic } from './logic/logic-faults.ts';
import { faultsOfPatterns } from './pattern-budget.ts';
import { faultsOfPolicies } from './policy-rules.ts';
import { type Autoresponder, faultsOfAutoresponder } from './replies/autoresponder.ts';
import { faultsOfSettings, type Settings } from './settings-faults.ts';

/** The part of a form that its rules look at. */
export type FormDefinition = Settings & {
  readonly status: 'live' | 'draft' | 'archived';
  readonly fields: readonly Field[];
  readonly fieldPolicies?: Readonly<Record<string, FieldPolicy>>;
  readonly autoresponder?: Autoresponder;
  readonly spamProtection?: Parameters<typeof faultsOfCaptchas>[0]['spamProtection'];
};

/** Everything wrong with a form that the schema of its body cannot say. The shapes are those of the schema. */
export function faultsOfForm(form: FormDefinition, limits: FieldLimits = noLimits): Fault[] {
  const { fields } = form;
  const faults = [
    ...(form.status === 'live' && fields.length === 0 ? [emptyLiveForm] : []),
    ...faultsOfIds(fields),
    ...fields.flatMap((field, index) => inField(index, faultsOfField(field, limits))),
    ...faultsOfPatterns(fields),
    ...faultsOfLogic(fields),
    ...faultsOfPolicies(form),
    ...faultsOfHoneypot(form),
    ...faultsOfCaptchas(form),
    ...faultsOfSettings(form),
    ...faultsOfAutoresponder(form),
  ];
  // A default is judged by the other rules: they have to be right.
  return faults.length > 0 ? faults : fields.flatMap((field, index) => inField(index, faultsOfDefault(field)));
}

const noLimits: FieldLimits = { uploadBytesMax: Number.POSITIVE_INFINITY };

const inField = (index: number, faults: readonly Fault[]): Fault[] =>
  faults.map(fault => ({ ...fault, field: `fields[${index}].${fault.field}` }));

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

function faultsOfHoneypot({ fields, spamProtection }: FormDefinition): Fault[] {
  const honeypotField = spamProtection?.honeypot?.fieldName;
  if (honeypotField === undefined || !fields.some(({ id }) => id === honeypotField)) return [];
  const message = `"${honeypotField}" is a field of the form; the honeypot needs a name that no field has`;
  return [{ field: 'spamProtection.honeypot.fieldName', rule: 'unique', message }];
}
