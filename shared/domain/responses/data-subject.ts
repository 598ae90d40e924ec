import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Fault } from '../../fault.ts';
import { isEmail } from '../email-address.ts';
import { lastFour } from '../parts-of-text.ts';

/** How a request names a person: by an address, or by what a field of theirs is answered with. */
export type Criterion = { email: string } | { fieldId: string; value: string };

/**
 * The same, as it is kept while the search lasts: an answer is known by it again, and it cannot be read from it. Each
 * request has a salt of its own, so that two of them do not show that they are about the same person.
 */
export type Fingerprint = { fieldId?: string; salt: string; hash: string };

type Sent = { email?: string; fieldId?: string; value?: string | number | boolean };

/** The criterion in a body, or what is wrong with it. */
export function criterionOf({ email, fieldId, value }: Sent): Criterion | { faults: Fault[] } {
  if (email === undefined && fieldId !== undefined && value !== undefined) return { fieldId, value: String(value) };
  if (email === undefined || fieldId !== undefined || value !== undefined) {
    const message = 'name the person either by email, or by fieldId and value';
    return { faults: [{ field: 'email', rule: 'oneOf', message }] };
  }
  const address = normalized(email);
  if (isEmail(address)) return { email: address };
  return { faults: [{ field: 'email', rule: 'email', message: 'must be an e-mail address: ada@example.com' }] };
}

/** An address without regard to case: the part before the @ may differ by it (RFC 5321, 2.4), and in use never does. */
const normalized = (email: string): string => email.trim().toLowerCase();

export function fingerprintOf(criterion: Criterion, salt = randomBytes(16).toString('hex')): Fingerprint {
  if ('email' in criterion) return { salt, hash: hashOf(salt, criterion.email).toString('hex') };
  return { fieldId: criterion.fieldId, salt, hash: hashOf(salt, criterion.value).toString('hex') };
}

const hashOf = (salt: string, text: string): Buffer => createHash('sha256').update(`${salt}\n${text}`).digest();

/**
 * Whether answers name the person. An address is looked for in all of them: a field that was removed has no type any
 * more, and a text that is an address is one.
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

/** The single values of an answer that may have several. */
function textsIn(answer: unknown): string[] {
  if (typeof answer !== 'object' || answer === null) return [String(answer)];
  return Object.values(answer).flatMap(textsIn);
}

/** As much of the criterion as a colleague needs to know it by. */
export function maskedCriterion(criterion: Criterion): { email: string } | { fieldId: string; value: string } {
  if ('email' in criterion) {
    const [local = '', domain = ''] = criterion.email.split('@');
    const suffix = domain.includes('.') ? domain.slice(domain.lastIndexOf('.')) : '';
    return { email: `${local.slice(0, 1)}***@${domain.slice(0, 1)}***${suffix}` };
  }
  const { fieldId, value } = criterion;
  return { fieldId, value: `***${[...value].length > 8 ? lastFour(value) : ''}` };
}
