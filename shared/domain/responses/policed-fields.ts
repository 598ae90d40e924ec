import type { Form, RetiredField } from '../forms/form.ts';
import { type FieldPolicy, policiesOf } from '../forms/logic/effective-policies.ts';

/** A form with its former fields, to which answers may be stored. */
export type FormWithHistory = {
  readonly form: Form;
  readonly retiredFields: readonly RetiredField[];
  /** Set when its policies are unknown. */
  readonly unreadable?: true;
};

export type PolicedField = { readonly policy: FieldPolicy; readonly type: string | undefined };

/** Returns the fields with a policy, by ID. A former field keeps the policy it had. */
export function policedFields({ form, retiredFields }: FormWithHistory): ReadonlyMap<string, PolicedField> {
  const retired = retiredFields.flatMap(({ id, policy, type }) => (policy ? [[id, { policy, type }] as const] : []));
  const typeOf = (fieldId: string) => form.fields.find(({ id }) => id === fieldId)?.type;
  const current = [...policiesOf(form)].map(([id, policy]) => [id, { policy, type: typeOf(id) }] as const);
  return new Map([...retired, ...current]);
}

/** Whether reading the answers is recorded: a field is personal data, or its answers have a policy. */
export const recordsReading = (stored: FormWithHistory): boolean =>
  stored.form.fields.some(({ pii }) => pii) || policedFields(stored).size > 0;
