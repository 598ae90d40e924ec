import { isDeepStrictEqual } from 'node:util';
import type { Fault } from '../../fault.ts';
import type { SpamMark } from '../spam/spam-signals.ts';
import { markByHand } from '../spam/spam-signals.ts';
import type { Response } from './response.ts';

type MarkedResponse = Pick<Response, 'spam'>;

/** Returns the body of an update. Spam that is marked again keeps its mark. */
export const withItsMark = <B extends { readonly spam?: unknown }>(body: B, { spam }: MarkedResponse): B =>
  spam && body.spam === true ? { ...body, spam } : body;

/** The effect of an update on spam: none, or it moves the response to spam, with a mark, or out of it. */
type SpamChange = { moves: false } | { moves: true; mark: SpamMark | undefined };

/** @param sent the requested `spam`: a boolean, or the mark as it was read, which only the service sets */
export function spamChange({ spam }: MarkedResponse, sent: unknown): SpamChange | { faults: Fault[] } {
  const isMark = typeof sent === 'object';
  if (isMark && !isDeepStrictEqual(sent, spam)) {
    const message = 'is set by the service; send true, null, or the mark as it was read';
    return { faults: [{ field: 'spam', rule: 'readOnly', message }] };
  }
  const isSpam = isMark || sent === true;
  if (isSpam === (spam !== undefined)) return { moves: false };
  return { moves: true, mark: isSpam ? markByHand() : undefined };
}

/** The fault of an update that moves a response to spam, or out of it, and changes something else. */
export const movesAlone: Fault = {
  field: 'spam',
  rule: 'alone',
  message: 'can’t be sent with other changes; send them in another request',
};
