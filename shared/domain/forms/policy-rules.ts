import type { Fault } from '../../fault.ts';
import type { FieldType } from '../fields/field.ts';
import type { RetiredField } from './form.ts';
import { type FieldPolicy, policiesOf } from './logic/effective-policies.ts';

type Policies = Readonly<Record<string, FieldPolicy>>;

/** The part of a form that the rules of its policies look at. */
type WithPolicies = {
  readonly fields: readonly { readonly id: string; readonly type: FieldType; readonly compute?: object }[];
  readonly fieldPolicies?: Policies;
};

/** Fields that only show something. */
const withoutAnswer: ReadonlySet<string> = new Set(['statement', 'page']);

/** Policies of fields that are not there, or that cannot have them. */
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
        'A file cannot be masked: nobody could open it any more. With encrypted, only full access opens it';
      return [{ field, rule: 'notAllowed', message }];
    }
    return [];
  });
}

/** How little a policy shows; a field without one shows all. */
const strength = { encrypted: 1, masked: 2 } as const;

/** The fields of a form that would show more than they did, before or when the form had them last. */
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
