import { isEmpty } from '../fields/answer-types.ts';
import type { Form } from '../forms/form.ts';
import type { Body, SpamMark } from './response.ts';

/** The body without the honeypot, which is not an answer to any field. */
export function withoutHoneypot({ spamProtection }: Form, body: Body): Body {
  const { enabled, fieldName } = spamProtection?.honeypot ?? {};
  if (!enabled || fieldName === undefined || !Object.hasOwn(body, fieldName)) return body;
  const { [fieldName]: _, ...rest } = body;
  return rest;
}

/** Whether a submission filled the honeypot, which people do not see. */
export function isCaught({ spamProtection }: Form, body: Body): boolean {
  const { enabled, fieldName } = spamProtection?.honeypot ?? {};
  return enabled === true && fieldName !== undefined && Object.hasOwn(body, fieldName) && !isEmpty(body[fieldName]);
}

/** The mark of somebody who has read it. */
export const markByHand = (): SpamMark => ({ score: 1, reasons: ['marked'], at: new Date().toISOString() });
