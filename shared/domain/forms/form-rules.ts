import { patterns } from '../../contracts/patterns.ts';
import type { Fault } from '../../fault.ts';
import { columnId, columnsOf } from '../fields/columns.ts';
import type { Field } from '../fields/field.ts';
import { faultsOfCaptchas } from '../spam/captcha.ts';
import { commonHoneypots, defaultHoneypot } from '../spam/honeypots.ts';
import { faultsOfEndings } from './ending-faults.ts';
import { type FieldLimits, faultsOfDefault, faultsOfField } from './field-rules.ts';
import { faultsOfLimits } from './limit-rules.ts';
import type { FieldPolicy } from './logic/effective-policies.ts';
import { faultsOfLogic } from './logic/logic-faults.ts';
import { faultsOfPatterns } from './pattern-budget.ts';
import { faultsOfPolicies } from './policy-rules.ts';
import { type Autoresponder, faultsOfAutoresponder } from './replies/autoresponder.ts';
import { reservedNames } from './reserved-names.ts';
import { type FormSettings, faultsOfSettings } from './settings-faults.ts';

/** The part of a form that its rules check. */
export type FormDefinition = FormSettings & {
  readonly status: 'live' | 'draft' | 'archived';
  readonly fields: readonly Field[];
  readonly fieldPolicies?: Readonly<Record<string, FieldPolicy>>;
  readonly autoresponder?: Autoresponder;
  readonly spamProtection?: Parameters<typeof faultsOfCaptchas>[0]['spamProtection'];
};

/** Returns every fault of a form that its body's schema cannot check. The shapes are those of the schema. */
export function faultsOfForm(form: FormDefinition, limits: FieldLimits = noLimits): Fault[] {
  const { fields } = form;
  const faults = [
    ...(form.status === 'live' && fields.length === 0 ? [emptyLiveForm] : []),
    ...faultsOfIds(fields),
    ...fields.flatMap((field, index) => inField(index, faultsOfField(field, limits))),
    ...faultsOfPatterns(fields),
    ...faultsOfLogic(fields),
    ...faultsOfPolicies(form),
    ...faultsOfLimits(form),
    ...faultsOfHoneypot(form),
    ...faultsOfCaptchas(form),
    ...faultsOfSettings(form),
    ...faultsOfEndings(form),
    ...faultsOfAutoresponder(form),
  ];
  // A default is checked by the other rules, so those must be valid.
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

const fieldId = new RegExp(patterns.fieldId.pattern, 'u');

function faultsOfIds(fields: readonly Field[]): Fault[] {
  const rows = new Set(fields.flatMap(columnsOf).flatMap(column => (column.row ? [columnId(column)] : [])));
  const firstIndexOf = new Map<string, number>();
  return fields.flatMap(({ id }, index) => {
    const first = firstIndexOf.get(id);
    const field = `fields[${index}].id`;
    if (first !== undefined) {
      return [{ field, rule: 'unique', message: `"${id}" is also the id of fields[${first}]; ids must be unique` }];
    }
    firstIndexOf.set(id, index);
    if (rows.has(id)) {
      return [{ field, rule: 'unique', message: `"${id}" is the column of a matrix row; choose another ID` }];
    }
    return faultsOfId(id).map(fault => ({ field, ...fault }));
  });
}

function faultsOfId(id: string): Omit<Fault, 'field'>[] {
  if (!fieldId.test(id)) return [{ rule: 'pattern', message: patterns.fieldId.words }];
  if (id !== id.normalize('NFC')) {
    return [
      { rule: 'pattern', message: 'must be in Unicode form NFC: pages would send other bytes for the same letters' },
    ];
  }
  if (reservedNames.has(id)) {
    return [{ rule: 'reserved', message: `"${id}" is reserved: ${reservedNames.get(id)}; choose another ID` }];
  }
  if (!(id in Object.prototype)) return [];
  const message = `"${id}" is a name that every JavaScript object has; choose another, for example "${id}Answer"`;
  return [{ rule: 'reserved', message }];
}

function faultsOfHoneypot({ fields, spamProtection }: FormDefinition): Fault[] {
  const { enabled, fieldName } = spamProtection?.honeypot ?? {};
  const name = fieldName ?? (enabled ? defaultHoneypot : undefined);
  const field = 'spamProtection.honeypot.fieldName';
  if (name === undefined) return [];
  if (reservedNames.has(name) && !commonHoneypots.includes(name)) {
    return [
      { field, rule: 'reserved', message: `"${name}" is reserved: ${reservedNames.get(name)}; choose another name` },
    ];
  }
  if (!fields.some(({ id }) => id === name)) return [];
  const message = `"${name}" is a field of the form; the honeypot needs a name that no field has`;
  return [{ field, rule: 'unique', message }];
}
