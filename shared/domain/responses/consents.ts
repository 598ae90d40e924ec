import { createHash } from 'node:crypto';
import type { Form } from '../forms/form.ts';
import type { Body, Response } from './response.ts';

/**
 * Returns a response with its consents: for each consent in its answers the hash of the text, and when it was given. A
 * consent that is sent again keeps its first time, unless the text has changed since.
 *
 * @param at when the answers arrived (ISO 8601)
 */
export function withConsents<R extends Pick<Response, 'answers' | 'meta'>>(
  { fields }: Pick<Form, 'fields'>,
  response: R,
  sent: Body,
  at: string,
): R {
  const { consents: before = {}, ...meta } = response.meta;
  const given = fields.filter(({ id, type }) => type === 'consent' && response.answers[id] === true);
  const consents = given.flatMap(({ id, text = '' }) => {
    const textHash = createHash('sha256').update(text).digest('hex');
    const known = before[id];
    const isKept = known?.textHash === textHash || !Object.hasOwn(sent, id);
    // The consent text of an imported response is unknown.
    if (isKept) return known ? [[id, known] as const] : [];
    return [[id, { textHash, at }] as const];
  });
  return { ...response, meta: { ...meta, ...(consents.length > 0 && { consents: Object.fromEntries(consents) }) } };
}
