import { isDeepStrictEqual } from 'node:util';
import type { FromSchema } from 'json-schema-to-ts';
import type { responseChanges } from '../../contracts/response-changes.ts';
import type { Response } from './response.ts';

/**
 * The subjects of a change to a response. They name fields, never answers, so they may be kept longer than the
 * answers.
 */
export type ResponseChanges = FromSchema<typeof responseChanges>;

/** The maximum number of fields that are named. */
const fieldsMax = 50;

/**
 * Returns what differs between two states of a response. Answers without a field are counted: visitors chose their names,
 * which are erased with the answers.
 *
 * @param fieldIds the fields that the form has or had
 */
export function changesBetween(before: Response, after: Response, fieldIds: ReadonlySet<string>): ResponseChanges {
  const { handling = 'open', assigneeId } = after;
  const ids = [...new Set([...Object.keys(before.answers), ...Object.keys(after.answers)])];
  const changed = ids.filter(id => !isDeepStrictEqual(before.answers[id], after.answers[id]));
  const fields = changed.filter(id => fieldIds.has(id)).slice(0, fieldsMax);
  const extras = changed.filter(id => !fieldIds.has(id)).length;
  const notes = after.notes.length - before.notes.length;
  return {
    ...(after.status !== before.status && { status: after.status }),
    ...(handling !== (before.handling ?? 'open') && { handling }),
    ...(assigneeId !== before.assigneeId && { assigneeId: assigneeId ?? null }),
    ...(notes > 0 && { notes }),
    ...(fields.length > 0 && { fields }),
    ...(extras > 0 && { extras }),
  };
}
