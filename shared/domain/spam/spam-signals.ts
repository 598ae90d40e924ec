import type { FromSchema } from 'json-schema-to-ts';
import type { response } from '../../contracts/responses/responses.ts';
import { isEmpty } from '../fields/answer-types.ts';
import { consentsName } from '../fields/field.ts';
import { proofName, tokenNames } from './captcha.ts';
import { commonHoneypots, decoyNames, honeypotOf, type ProtectedForm } from './honeypots.ts';

type SentBody = Readonly<Record<string, unknown>>;
export type SpamMark = NonNullable<FromSchema<typeof response>['spam']>;

const proofNames: ReadonlySet<string> = new Set([...tokenNames, proofName, '_ticket']);

/** Returns the body without parts that answer no field: the honeypot, and proofs that its sender is a person. */
export function withoutProofs(form: ProtectedForm, body: SentBody): SentBody {
  const isField = form.fields.some(({ id }) => id === consentsName);
  const names = [...decoyNames(form), ...(isField ? [] : [consentsName])];
  return Object.fromEntries(Object.entries(body).filter(([name]) => !proofNames.has(name) && !names.includes(name)));
}

/** Returns the body without parts that differ between tries of a submission. */
export const withoutTokens = (body: SentBody): SentBody =>
  Object.fromEntries(Object.entries(body).filter(([name]) => !proofNames.has(name)));

type SpamHeaders = {
  'x-formline-ticket'?: string;
  'x-formline-proof'?: string;
  'x-captcha-token'?: string;
  'x-recaptcha-token'?: string;
};

/** Returns the proofs in a submission that its sender is a person, from its headers or its body. */
export function proofsOf(headers: SpamHeaders, body: SentBody): { ticket?: string; token?: string; proof?: string } {
  const textOf = (...names: readonly string[]): string | undefined =>
    names.map(name => body[name]).find((value): value is string => typeof value === 'string' && value !== '');
  return {
    ticket: headers['x-formline-ticket'] ?? textOf('_ticket'),
    token: headers['x-captcha-token'] ?? headers['x-recaptcha-token'] ?? textOf(...tokenNames),
    proof: headers['x-formline-proof'] ?? textOf(proofName),
  };
}

/** Whether a submission fills in the honeypot, which people do not see. */
export function isCaught(form: ProtectedForm, body: SentBody): boolean {
  const own = honeypotOf(form);
  const names = [...commonHoneypots, ...(own === undefined ? [] : [own])];
  return names.some(name => Object.hasOwn(body, name) && !isEmpty(body[name]));
}

/** Returns the mark of a person who has read it. */
export const markByHand = (): SpamMark => ({ score: 1, reasons: ['marked'], at: new Date().toISOString() });
