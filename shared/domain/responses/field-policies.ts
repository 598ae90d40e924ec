import { includesRole } from '../../contracts/contract.ts';
import type { Caller } from '../accounts/caller.ts';
import type { Answer } from '../fields/breach.ts';
import type { Form, RetiredField } from '../forms/form.ts';
import { type FieldPolicy, policiesOf } from '../forms/logic/effective-policies.ts';
import type { Response } from './response.ts';

/** A form with the fields that it had once, to which answers may be stored. */
export type FormWithHistory = { readonly form: Form; readonly retiredFields: readonly RetiredField[] };

type PolicedField = { readonly policy: FieldPolicy; readonly type: string | undefined };

/** The fields with a policy, by id; a field that the form no longer has keeps the one it had. */
export function policedFields({ form, retiredFields }: FormWithHistory): ReadonlyMap<string, PolicedField> {
  const retired = retiredFields.flatMap(({ id, policy, type }) => (policy ? [[id, { policy, type }] as const] : []));
  const typeOf = (fieldId: string) => form.fields.find(({ id }) => id === fieldId)?.type;
  const current = [...policiesOf(form)].map(([id, policy]) => [id, { policy, type: typeOf(id) }] as const);
  return new Map([...retired, ...current]);
}

/** Whether what is answered to a field is sealed. The answer to a field of files is an id; the files lie in their bucket. */
export const isSealable = ({ type }: PolicedField): boolean => type !== 'file';

/**
 * Whether a file shows a reader what they are not to see by now.
 *
 * @param whole the fields of which it shows whole answers; left out, as of files of 0.1.0, any may be among them, and only
 * limited access is kept from it
 */
export const showsConcealed = (form: FormWithHistory, whole: readonly string[] | undefined, access: Access): boolean =>
  [...policedFields(form)].some(
    ([id, field]) => concealmentOf(field, access) !== undefined && (whole ? whole.includes(id) : access === 'limited'),
  );

/** Who reads: `full` sees what is encrypted. */
export type Access = 'full' | 'limited';

/** Full access is that of whoever may change responses: a key or a session from editor on. */
export const accessOf = ({ role }: Pick<Caller, 'role'>): Access =>
  role !== undefined && includesRole(role, 'editor') ? 'full' : 'limited';

export type Concealment = NonNullable<Response['concealed']>[string];

/** What is not to be shown of an answer to a field with this policy; undefined when all of it is. */
export function concealmentOf(field: PolicedField | undefined, access: Access): Concealment | undefined {
  if (field?.policy === 'masked') return 'masked';
  return field && access === 'limited' ? 'hidden' : undefined;
}

/** In place of an answer that could not be opened. */
export const unavailableText = '(unavailable)';

/** In place of an answer of which nothing is shown. */
export const hiddenText = '••••';

/** Where the end of an answer says little of the rest: the last four of an option would name it. */
const typesWithEnd: ReadonlySet<string | undefined> = new Set([
  'text',
  'textarea',
  'email',
  'number',
  'phone',
  'url',
  'hidden',
]);

/** What stands for a masked answer: of a text the last four characters and never more than half, of others nothing. */
export function maskedText(answer: Answer, field: PolicedField | undefined): string {
  if (!typesWithEnd.has(field?.type) || (typeof answer !== 'string' && typeof answer !== 'number')) return hiddenText;
  const characters = [...String(answer)];
  const shown = Math.min(4, Math.floor(characters.length / 2));
  return shown === 0 ? hiddenText : hiddenText + characters.slice(-shown).join('');
}
