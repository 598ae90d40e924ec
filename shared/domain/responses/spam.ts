import { isEmpty } from '../fields/answer-types.ts';
import type { Form } from '../forms/form.ts';
import type { Body, SpamMark } from './response.ts';

/** The body without the honeypot, which is not an answer to any field. */
export function withoutHoneypot({ spamProtection }: Form, body: Body): Body {
  const names = honeypotsOf(spamProtection);
  if (!names.some(name => Object.hasOwn(body, name))) return body;
  return Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)));
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
