import type { Response } from '../../domain/responses/response.ts';
import { responseId, timeOf } from '../../ids.ts';
import { changedKeys, keysOf, partsOf } from '../keys.ts';
import { parseObject, reportUnreadable } from '../report-unreadable.ts';
import type { Item } from '../table.ts';
import { placeOf, restoredPlace } from './moved-responses.ts';
import type { Upload } from './uploads.ts';

/**
 * A line of an archive: the response as stored, and its files. Sealed answers stay sealed, and files stay where they
 * are. `stored` has what else a restored item needs.
 */
export type ArchivedRow = Pick<Response, 'id' | 'formId' | 'formVersion' | 'status' | 'answers' | 'notes' | 'meta'> & {
  submittedAt: string;
  updatedAt: string;
  files?: readonly Pick<Upload, 'fileId' | 'fieldId' | 'fileName' | 'contentType' | 'size'>[];
  stored: Readonly<Record<string, unknown>>;
};

type Row = Item & { status: Response['status']; formVersion: number; answers: string; meta: Response['meta'] };

/**
 * The attributes that an archive leaves out: due work, removal time and the path to its place in the table all end with
 * that place.
 */
const leftOut = [
  ...['pk', 'sk', 'gsi1pk', 'gsi1sk', 'duepk', 'duesk', 'changedpk', 'changedsk', 'ttl', 'stamp'],
  ...['was', 'completes', 'restoredAt', 'answersAt', 'answersMove'],
];

const withoutPlace = (attributes: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(attributes).filter(([name]) => !leftOut.includes(name)));

export function archivedRow(item: Item, uploads: readonly Upload[]): ArchivedRow {
  const { status, formVersion, answers, notes, meta, ...rest } = item as Row & { notes?: string };
  const parsed = {
    answers: parseObject<ArchivedRow['answers']>(answers),
    notes: parseObject<ArchivedRow['notes']>(notes ?? '[]'),
  };
  const isReadable = parsed.answers !== undefined && parsed.notes !== undefined;
  if (!isReadable) reportUnreadable('a response', item);
  const { form } = placeOf(item);
  const submittedAt = new Date(timeOf(item.sk)).toISOString();
  const files = uploads.map(({ fileId, fieldId, fileName, contentType, size }) => {
    return { fileId, fieldId, fileName, contentType, size };
  });
  return {
    ...{ id: responseId(form, item.sk), formId: form, formVersion, status, submittedAt },
    updatedAt: String(rest.updatedAt ?? submittedAt),
    ...{ answers: parsed.answers ?? {}, notes: parsed.notes ?? [], meta },
    ...(files.length > 0 && { files }),
    stored: {
      indexShard: partsOf('response', 'gsi1pk', String(item.gsi1pk))?.indexShard,
      // Stored unchanged, so that it can still be repaired.
      ...(!isReadable && { damaged: { answers, ...(notes && { notes }) } }),
      ...withoutPlace(rest),
    },
  };
}

/** Returns the item that an archived response was. */
export function itemOfRow(row: ArchivedRow, environmentId: string): Item {
  const { id, status, formVersion, answers, notes, meta, updatedAt } = row;
  const { indexShard, damaged, ...stored } = row.stored;
  const place = restoredPlace(id, row.submittedAt);
  const content = {
    ...{ status, formVersion, meta, ...stored, answers: JSON.stringify(answers) },
    ...(notes.length > 0 && { notes: JSON.stringify(notes) }),
    ...(damaged as object | undefined),
  };
  return {
    // The row contains the stored attributes, but not their place in the table.
    ...withoutPlace(content),
    ...keysOf('response', { ...place, environmentId, indexShard: String(indexShard) }),
    ...(stored.updatedAt !== undefined && changedKeys(updatedAt, place.sortKey, environmentId)),
  };
}
