import type { Fault } from '../../fault.ts';
import type { Field } from '../fields/field.ts';
import { type FieldPolicy, policiesOf } from '../forms/logic/effective-policies.ts';
import { isEmail } from '../text/email-address.ts';

/** The state of a reply. `sent` means that SES took it; a bounce or a complaint may follow. */
export type ReplyState = 'queued' | 'sent' | 'bounced' | 'failed';

/** A member's reply by mail, as its response stores it. The address is not repeated: it is an answer. */
export type Reply = {
  readonly fieldId: string;
  readonly subject: string;
  readonly body: string;
  /** The user or the secret key that wrote it. */
  readonly authorId: string;
  /** The user who gets the answers to it. */
  readonly memberId: string;
  readonly createdAt: string;
  readonly state: ReplyState;
  /** The base URL of the link that ends these mails. */
  readonly baseUrl: string;
  /** When it was sent, bounced or failed. */
  readonly endedAt?: string;
  /** Its Message-ID, for the threads of later replies. */
  readonly messageId?: string;
};

/** The replies to a response, by ID. */
export type Replies = Readonly<Record<string, Reply>>;

/** The maximum number of replies: to a response, from an organization in a UTC day, and to an address in an hour. */
export const repliesMax = { toResponse: 10, ofOrganization: 200, toAddress: 5 } as const;

/** Returns the replies in order of creation. */
export const inTime = (replies: Replies): (Reply & { readonly id: string })[] =>
  Object.entries(replies)
    .map(([id, reply]) => ({ id, ...reply }))
    .toSorted((one, other) => one.createdAt.localeCompare(other.createdAt));

type Definition = {
  readonly fields: readonly Field[];
  readonly fieldPolicies?: Readonly<Record<string, FieldPolicy>>;
};

/** The field with the address of a reply, or what is wrong with the chosen one. */
export type ReplyAddress = { readonly fieldId: string; readonly to: string } | { readonly fault: Fault };

const faultOf = (rule: string, message: string) => ({ fault: { field: 'fieldId', rule, message } });

/**
 * Returns the address that the visitor gave: in the chosen field, or in the first with one. A field with a policy is
 * never used, because mails are not encrypted.
 */
export function replyAddress(
  form: Definition,
  answers: Readonly<Record<string, unknown>>,
  chosen: string | undefined,
): ReplyAddress {
  const policies = policiesOf(form);
  const emails = form.fields.filter(({ type }) => type === 'email');
  const given = (id: string): string | undefined => {
    const answer = Object.hasOwn(answers, id) ? answers[id] : undefined;
    return typeof answer === 'string' && isEmail(answer) ? answer : undefined;
  };
  if (chosen === undefined) {
    const first = emails.find(({ id }) => !policies.has(id) && given(id) !== undefined);
    const to = first && given(first.id);
    if (first && to !== undefined) return { fieldId: first.id, to };
    return faultOf('required', 'the response has no email address in a field of type email without a policy');
  }
  if (!emails.some(({ id }) => id === chosen)) return faultOf('unknown', 'is not a field of type email in this form');
  if (policies.has(chosen)) return faultOf('sealed', 'has a policy, so its answers are never put into emails');
  const to = given(chosen);
  return to === undefined ? faultOf('unanswered', 'has no email address in this response') : { fieldId: chosen, to };
}

const ends: Readonly<Record<ReplyState, readonly ReplyState[]>> = {
  queued: ['sent', 'bounced', 'failed'],
  // A mail that came back had been sent.
  sent: ['bounced'],
  bounced: [],
  failed: [],
};

/** Whether a reply in one state may get another. Events of SES arrive in any order, and more than once. */
export const mayBecome = (before: ReplyState, after: ReplyState): boolean => ends[before].includes(after);

/** Returns the headers that put a reply in the thread of the earlier ones (RFC 5322, 3.6.4). */
export function threadHeaders(replies: Replies, id: string): Record<string, string> {
  const earlier = inTime(replies)
    .filter(reply => reply.id !== id && reply.messageId !== undefined)
    .map(({ messageId = '' }) => messageId);
  const last = earlier.at(-1);
  return last === undefined ? {} : { 'In-Reply-To': last, References: earlier.join(' ') };
}
