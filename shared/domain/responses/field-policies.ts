import { includesRole } from '../../contracts/contract.ts';
import type { Caller } from '../accounts/caller.ts';
import type { Answer } from '../fields/breach.ts';
import { type FormWithHistory, type PolicedField, policedFields } from './policed-fields.ts';
import type { Response } from './response.ts';

/** Whether answers to a field can be sealed. The answer to a file field is an ID; the files are in their bucket. */
export const isSealable = ({ type }: PolicedField): boolean => type !== 'file';

/**
 * Whether a file shows a reader answers that are concealed now.
 *
 * @param whole the fields whose answers it shows whole; without it, as in files of 0.1.0, any may be among them, and
 *   only limited access is refused
 */
export const showsConcealed = (form: FormWithHistory, whole: readonly string[] | undefined, access: Access): boolean =>
  form.unreadable === true ||
  [...policedFields(form)].some(
    ([id, field]) => concealmentOf(field, access) !== undefined && (whole ? whole.includes(id) : access === 'limited'),
  );

/** The access of a reader; `full` sees encrypted answers. */
export type Access = 'full' | 'limited';

/**
 * Returns the access of a caller. Full access needs the right to change responses: a key or a session with the role
 * editor or higher.
 */
export const accessOf = ({ role }: Pick<Caller, 'role'>): Access =>
  role !== undefined && includesRole(role, 'editor') ? 'full' : 'limited';

/** Whether a caller may restrict the processing of responses, lift the restriction, and read restricted ones. */
export const mayRestrict = ({ role }: Pick<Caller, 'role'>): boolean =>
  role !== undefined && includesRole(role, 'admin');

export type Concealment = NonNullable<Response['concealed']>[string];

/** Returns what is concealed of an answer to a field with this policy, or undefined when nothing is. */
export function concealmentOf(field: PolicedField | undefined, access: Access): Concealment | undefined {
  if (field?.policy === 'masked') return 'masked';
  return field && access === 'limited' ? 'hidden' : undefined;
}

/** The text in place of an answer that could not be opened. */
export const unavailableText = '(unavailable)';

/** The text in place of an answer whose key was destroyed. */
export const destroyedText = '(destroyed)';

/** The text in place of a hidden answer. */
export const hiddenText = '••••';

/** The types whose answer's end reveals little of the rest. The last four characters of an option would name it. */
const typesWithEnd: ReadonlySet<string | undefined> = new Set([
  'text',
  'textarea',
  'email',
  'number',
  'phone',
  'url',
  'hidden',
]);

/**
 * Returns the text for a masked answer: the last four characters of a text, never more than half, and nothing of
 * others.
 */
export function maskedText(answer: Answer, field: PolicedField | undefined): string {
  if (!typesWithEnd.has(field?.type) || (typeof answer !== 'string' && typeof answer !== 'number')) return hiddenText;
  const characters = [...String(answer)];
  const shown = Math.min(4, Math.floor(characters.length / 2));
  return shown === 0 ? hiddenText : hiddenText + characters.slice(-shown).join('');
}
