import { proofName, tokenNames } from '../captcha.ts';
import { isEmpty } from '../fields/answer-types.ts';
import type { Form } from '../forms/form.ts';
import type { Body, SpamMark } from './response.ts';

const proofNames: ReadonlySet<string> = new Set([...tokenNames, proofName, '_ticket']);

/** The body without what is no answer to any field: the honeypot, and what proves that its sender is a person. */
export function withoutProofs({ spamProtection }: Form, body: Body): Body {
  const names = honeypotsOf(spamProtection);
  return Object.fromEntries(Object.entries(body).filter(([name]) => !proofNames.has(name) && !names.includes(name)));
}

/** The body without what differs from one try of a submission to the next. */
export const withoutTokens = (body: Body): Body =>
  Object.fromEntries(Object.entries(body).filter(([name]) => !proofNames.has(name)));

type Headers = {
  'x-formline-ticket'?: string;
  'x-formline-proof'?: string;
  'x-captcha-token'?: string;
  'x-recaptcha-token'?: string;
};

/** What a submission brings to be taken for that of a person, in headers or in its body. */
export function proofsOf(headers: Headers, body: Body): { ticket?: string; token?: string; proof?: string } {
  const textOf = (...names: readonly string[]): string | undefined =>
    names.map(name => body[name]).find((value): value is string => typeof value === 'string' && value !== '');
  return {
    ticket: headers['x-formline-ticket'] ?? textOf('_ticket'),
    token: headers['x-captcha-token'] ?? headers['x-recaptcha-token'] ?? textOf(...tokenNames),
    proof: headers['x-formline-proof'] ?? textOf(proofName),
  };
}

/** Whether a submission filled the honeypot, which people do not see. */
export function isCaught({ spamProtection }: Form, body: Body): boolean {
  return honeypotsOf(spamProtection).some(name => Object.hasOwn(body, name) && !isEmpty(body[name]));
}

/** The one that every form has, as those of other services do, and the form's own. */
function honeypotsOf(spamProtection: Form['spamProtection']): string[] {
  const { enabled, fieldName } = spamProtection?.honeypot ?? {};
  return ['_gotcha', ...(enabled && fieldName !== undefined ? [fieldName] : [])];
}

/** The mark of somebody who has read it. */
export const markByHand = (): SpamMark => ({ score: 1, reasons: ['marked'], at: new Date().toISOString() });
