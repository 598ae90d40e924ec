import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { domainToASCII } from 'node:url';
import type { Fault } from '../../fault.ts';
import { identifies } from '../forms/form.ts';
import { isEmail, isEmailBeyondAscii } from '../text/email-address.ts';
import { lastFour } from '../text/parts-of-text.ts';
import type { FormWithHistory } from './policed-fields.ts';
import type { View } from './view.ts';

/** How a request identifies a person: by an address, or by the answer to a field. */
export type Criterion = { email: string } | { fieldId: string; value: string };

/**
 * A criterion as it is stored during the search. It identifies an answer, but the answer cannot be read from it. Each
 * request has its own salt, so two requests do not show that they concern the same person.
 */
export type Fingerprint = {
  fieldId?: string;
  salt: string;
  hash: string;
  /** Whether it was made from a folded text. Requests from before 0.3.0 compare values of fields as they are. */
  folded?: true;
  /** The length of a value, to look for it within texts. Searches have it. */
  length?: number;
};

type SubjectInput = { email?: string; fieldId?: string; value?: string | number | boolean };

/** Returns the criterion in a body, or its faults. */
export function criterionOf({ email, fieldId, value }: SubjectInput): Criterion | { faults: Fault[] } {
  if (email === undefined && fieldId !== undefined && value !== undefined) {
    return { fieldId, value: folded(String(value)) };
  }
  if (email === undefined || fieldId !== undefined || value !== undefined) {
    const message = 'name the person either by email, or by fieldId and value';
    return { faults: [{ field: 'email', rule: 'oneOf', message }] };
  }
  const address = normalized(email);
  if (isEmail(address) || isEmailBeyondAscii(address)) return { email: address };
  return { faults: [{ field: 'email', rule: 'email', message: 'must be an email address such as ada@example.com' }] };
}

/**
 * Returns a text as people take it: compatible characters are the same (NFKC), and so are cases. Invisible characters
 * and blanks around it do not count.
 */
export const folded = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .trim()
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKC');

/**
 * Returns an address without its case, its domain in Punycode. The part before the @ may be case-sensitive (RFC 5321,
 * 2.4), but in practice never is.
 */
export function normalized(email: string): string {
  const text = folded(email);
  const at = text.lastIndexOf('@');
  const domain = domainToASCII(text.slice(at + 1));
  return domain ? `${text.slice(0, at + 1)}${domain}` : text;
}

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
  const { fieldId, value } = criterion;
  return { fieldId, salt, hash: hashOf(salt, value).toString('hex'), folded: true };
}

const hashOf = (salt: string, text: string): Buffer => createHash('sha256').update(`${salt}\n${text}`).digest();

/** Returns a function that tells whether a text, as it was folded or normalized, is the one of the fingerprint. */
export function textMatcherOf({ salt, hash }: Fingerprint): (text: string) => boolean {
  const wanted = Buffer.from(hash, 'hex');
  return text => timingSafeEqual(hashOf(salt, text), wanted);
}

/** Whether a text can contain an address, in any spelling. */
export const mayHaveAddress = (text: string): boolean => /[@\uFF20\uFE6B]/.test(text);

/**
 * Returns a function that tells whether answers name the person. It looks for an address in all answers, because a
 * removed field no longer has a type, and a text may be an address.
 */
export function matcherOf(fingerprint: Fingerprint): (answers: Readonly<Record<string, unknown>>) => boolean {
  const { fieldId, folded: isFolded } = fingerprint;
  const isWanted = textMatcherOf(fingerprint);
  if (fieldId === undefined) {
    return answers => textsIn(answers).some(text => mayHaveAddress(text) && isWanted(normalized(text)));
  }
  const isValue = (text: string) => isWanted(isFolded ? folded(text) : text);
  return answers => Object.hasOwn(answers, fieldId) && textsIn(answers[fieldId]).some(isValue);
}

/**
 * Returns a function that tells whether a view names a person: in its name, in its search, or in a condition. An
 * address is also found among other words; a value only alone, or in a list.
 */
export function viewMatcherOf(fingerprint: Fingerprint): (view: Pick<View, 'name' | 'filters'>) => boolean {
  const { fieldId } = fingerprint;
  const matches = matcherOf(fingerprint);
  const separators = fieldId === undefined ? /[\s,;:<>()"'|]+/ : /,/;
  const names = (text: string) =>
    [text, ...text.split(separators)].some(part => matches({ [fieldId ?? 'text']: part.trim() }));
  return ({ name, filters: { q = '', answers = {} } }) => {
    const conditions = Object.entries(answers).filter(
      ([condition]) => fieldId === undefined || condition.split('][')[0] === fieldId,
    );
    return [name, q, ...conditions.map(([, value]) => value)].some(names);
  };
}

/** Returns the single values of an answer that may have several. */
export function textsIn(answer: unknown): string[] {
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
