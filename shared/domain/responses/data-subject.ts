import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Fault } from '../../fault.ts';
import { identifies } from '../forms/form.ts';
import { isEmail } from '../text/email-address.ts';
import { lastFour } from '../text/parts-of-text.ts';
import type { FormWithHistory } from './policed-fields.ts';

/** How a request identifies a person: by an address, or by the answer to a field. */
export type Criterion = { email: string } | { fieldId: string; value: string };

/**
 * The same, as stored during the search: an answer can be recognised by it, but not read from it. Each request has its
 * own salt, so two requests do not show that they concern the same person.
 */
export type Fingerprint = { fieldId?: string; salt: string; hash: string };

type SubjectInput = { email?: string; fieldId?: string; value?: string | number | boolean };

/** Returns the criterion in a body, or its faults. */
export function criterionOf({ email, fieldId, value }: SubjectInput): Criterion | { faults: Fault[] } {
  if (email === undefined && fieldId !== undefined && value !== undefined) return { fieldId, value: String(value) };
  if (email === undefined || fieldId !== undefined || value !== undefined) {
    const message = 'name the person either by email, or by fieldId and value';
    return { faults: [{ field: 'email', rule: 'oneOf', message }] };
  }
  const address = normalized(email);
  if (isEmail(address)) return { email: address };
  return { faults: [{ field: 'email', rule: 'email', message: 'must be an email address such as ada@example.com' }] };
}

/**
 * Returns an address without its case. The part before the @ may be case-sensitive (RFC 5321, 2.4), but in practice
 * never is.
 */
const normalized = (email: string): string => email.trim().toLowerCase();

/** Returns the IDs of the fields whose answers name a person, as a form has or had them. */
export const identifyingFields = ({
  form,
  retiredFields,
}: Pick<FormWithHistory, 'form' | 'retiredFields'>): Set<string> =>
  new Set([
    ...form.fields.filter(identifies).map(({ id }) => id),
    ...retiredFields.filter(identifies).map(({ id }) => id),
  ]);

export function fingerprintOf(criterion: Criterion, salt = randomBytes(16).toString('hex')): Fingerprint {
  if ('email' in criterion) return { salt, hash: hashOf(salt, criterion.email).toString('hex') };
  return { fieldId: criterion.fieldId, salt, hash: hashOf(salt, criterion.value).toString('hex') };
}

const hashOf = (salt: string, text: string): Buffer => createHash('sha256').update(`${salt}\n${text}`).digest();

/**
 * Returns a function that tells whether answers name the person. It looks for an address in all answers, because a
 * removed field no longer has a type, and a text may be an address.
 */
export function matcherOf({
  fieldId,
  salt,
  hash,
}: Fingerprint): (answers: Readonly<Record<string, unknown>>) => boolean {
  const wanted = Buffer.from(hash, 'hex');
  const isWanted = (text: string) => timingSafeEqual(hashOf(salt, text), wanted);
  if (fieldId === undefined) {
    return answers => textsIn(answers).some(text => text.includes('@') && isWanted(normalized(text)));
  }
  return answers => Object.hasOwn(answers, fieldId) && textsIn(answers[fieldId]).some(isWanted);
}

/** Returns the single values of an answer that may have several. */
function textsIn(answer: unknown): string[] {
  if (typeof answer !== 'object' || answer === null) return [String(answer)];
  return Object.values(answer).flatMap(textsIn);
}

/** Returns as much of the criterion as a colleague needs to recognise it. */
export function maskedCriterion(criterion: Criterion): { email: string } | { fieldId: string; value: string } {
  if ('email' in criterion) {
    const [local = '', domain = ''] = criterion.email.split('@');
    const suffix = domain.includes('.') ? domain.slice(domain.lastIndexOf('.')) : '';
    return { email: `${local.slice(0, 1)}***@${domain.slice(0, 1)}***${suffix}` };
  }
  const { fieldId, value } = criterion;
  return { fieldId, value: `***${[...value].length > 8 ? lastFour(value) : ''}` };
}
