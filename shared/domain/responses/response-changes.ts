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

/** Returns what differs between two states of a response. */
export function changesBetween(before: Response, after: Response): ResponseChanges {
  const { handling = 'open', assigneeId } = after;
  const ids = [...new Set([...Object.keys(before.answers), ...Object.keys(after.answers)])];
  const fields = ids.filter(id => !isDeepStrictEqual(before.answers[id], after.answers[id])).slice(0, fieldsMax);
  const notes = after.notes.length - before.notes.length;
  return {
    ...(after.status !== before.status && { status: after.status }),
    ...(handling !== (before.handling ?? 'open') && { handling }),
    ...(assigneeId !== before.assigneeId && { assigneeId: assigneeId ?? null }),
    ...(notes > 0 && { notes }),
    ...(fields.length > 0 && { fields }),
  };
}
