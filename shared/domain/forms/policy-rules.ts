import type { Fault } from '../../fault.ts';
import type { FieldType } from '../fields/field.ts';
import type { RetiredField } from './form.ts';
import { type FieldPolicy, policiesOf } from './logic/effective-policies.ts';

type Policies = Readonly<Record<string, FieldPolicy>>;

/** The part of a form that its policy rules check. */
type WithPolicies = {
  readonly fields: readonly { readonly id: string; readonly type: FieldType; readonly compute?: object }[];
  readonly fieldPolicies?: Policies;
};

/** Fields that only show something. */
const withoutAnswer: ReadonlySet<string> = new Set(['statement', 'page']);

/** Returns faults for policies of missing fields, or of fields that cannot have them. */
export function faultsOfPolicies({ fields, fieldPolicies = {} }: WithPolicies): Fault[] {
  const typeOf = new Map(fields.map(({ id, type }) => [id, type]));
  return Object.entries(fieldPolicies).flatMap(([id, policy]): Fault[] => {
    const [field, type] = [`fieldPolicies.${id}`, typeOf.get(id)];
    if (type === undefined) {
      return [
        { field, rule: 'unknown', message: `The form has no field "${id}"; a policy's key is the id of a field` },
      ];
    }
    if (withoutAnswer.has(type)) {
      return [{ field, rule: 'notAllowed', message: `A field of type ${type} has no answer; remove its policy` }];
    }
    if (type === 'file' && policy === 'masked') {
      const message =
        'A file cannot be masked, since nobody could open it. Use encrypted: then editors and above can open it';
      return [{ field, rule: 'notAllowed', message }];
    }
    return [];
  });
}

/** The strength of each policy. A field without one shows everything. */
const strength = { encrypted: 1, masked: 2 } as const;

/** Returns the fields of a form that would show more than before, or than when the form last had them. */
export function weakenedFields(
  { form: before, retiredFields }: { readonly form: WithPolicies; readonly retiredFields: readonly RetiredField[] },
  after: WithPolicies,
): string[] {
  const strengthOf = (policy: FieldPolicy | undefined) => (policy ? strength[policy] : 0);
  const retired = retiredFields.flatMap(({ id, policy }) => (policy ? [[id, policy] as const] : []));
  const earlier = new Map([...retired, ...policiesOf(before)]);
  const now = policiesOf(after);
  return after.fields.map(({ id }) => id).filter(id => strengthOf(now.get(id)) < strengthOf(earlier.get(id)));
}
