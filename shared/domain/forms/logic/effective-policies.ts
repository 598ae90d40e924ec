import type { FromSchema } from 'json-schema-to-ts';
import type { getForm } from '../../../contracts/forms/forms.ts';
import type { Formula } from './condition.ts';
import { fieldsOfFormula } from './named-fields.ts';

/** What is done with the answers of a field. */
export type FieldPolicy = NonNullable<FromSchema<typeof getForm.response>['fieldPolicies']>[string];

type Definition = {
  readonly fields: readonly { readonly id: string; readonly pii?: boolean; readonly compute?: object }[];
  readonly fieldPolicies?: Readonly<Record<string, FieldPolicy>>;
};

/** How much a policy conceals of a number: of a masked one nothing is shown to anybody. */
const strictness = { encrypted: 1, masked: 2 } as const satisfies Record<FieldPolicy, number>;

/**
 * The policy of each field that has one, by id. A calculated field takes the strictest of its own and those of the fields
 * that it is made of: its result would otherwise tell what they conceal.
 */
export function policiesOf({ fields, fieldPolicies = {} }: Definition): ReadonlyMap<string, FieldPolicy> {
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

/** The ids of the fields with personal data: those marked `pii`, and the calculated ones that are made of them. */
export function personalFields({ fields }: Definition): ReadonlySet<string> {
  const personal = new Set(fields.filter(({ pii }) => pii).map(({ id }) => id));
  if (personal.size === 0) return personal;
  for (const { id, madeOf } of calculatedOf(fields)) if (madeOf.some(each => personal.has(each))) personal.add(id);
  return personal;
}

/** In the order of the form, in which a formula names earlier fields alone. */
const calculatedOf = (fields: Definition['fields']) =>
  fields.flatMap(({ id, compute }) => (compute ? [{ id, madeOf: fieldsOfFormula(compute as Formula) }] : []));
