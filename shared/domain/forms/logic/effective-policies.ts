import type { FromSchema } from 'json-schema-to-ts';
import type { getForm } from '../../../contracts/forms/forms.ts';
import type { Formula } from './condition.ts';
import { fieldsOfFormula } from './named-fields.ts';

/** The policy for a field's answers. */
export type FieldPolicy = NonNullable<FromSchema<typeof getForm.response>['fieldPolicies']>[string];

type PolicyDefinition = {
  readonly fields: readonly { readonly id: string; readonly pii?: boolean; readonly compute?: object }[];
  readonly fieldPolicies?: Readonly<Record<string, FieldPolicy>>;
};

/** How much a policy conceals of a number. Nobody sees anything of a masked one. */
const strictness = { encrypted: 1, masked: 2 } as const satisfies Record<FieldPolicy, number>;

/**
 * Returns the policy of each field that has one, by ID. A calculated field gets the strictest of its own and those of
 * the fields in its formula, because its result would reveal them.
 */
export function policiesOf({ fields, fieldPolicies = {} }: PolicyDefinition): ReadonlyMap<string, FieldPolicy> {
  const policies = new Map(Object.entries(fieldPolicies));
  if (policies.size === 0) return policies;
  for (const { id, madeOf } of calculatedOf(fields)) {
    const [strictest] = [id, ...madeOf]
      .flatMap(each => policies.get(each) ?? [])
      .sort((one, other) => strictness[other] - strictness[one]);
    if (strictest) policies.set(id, strictest);
  }
  return policies;
}

/** Returns the IDs of fields with personal data: those marked `pii`, and those calculated from them. */
export function personalFields({ fields }: PolicyDefinition): ReadonlySet<string> {
  const personal = new Set(fields.filter(({ pii }) => pii).map(({ id }) => id));
  if (personal.size === 0) return personal;
  for (const { id, madeOf } of calculatedOf(fields)) if (madeOf.some(each => personal.has(each))) personal.add(id);
  return personal;
}

/** Returns the IDs of fields whose answers belong in no partial save: personal ones, and those with a policy. */
export const personalOrSealed = (form: PolicyDefinition): ReadonlySet<string> =>
  new Set([...personalFields(form), ...policiesOf(form).keys()]);

/** Returns the calculated fields in the order of the form, in which a formula names only earlier fields. */
const calculatedOf = (fields: PolicyDefinition['fields']) =>
  fields.flatMap(({ id, compute }) => (compute ? [{ id, madeOf: fieldsOfFormula(compute as Formula) }] : []));
