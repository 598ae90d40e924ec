import type { Response } from '../../domain/responses/response.ts';
import { responseAddress, responseId, timeOf } from '../../ids.ts';
import { changedKeys, keysOf, partsOf } from '../keys.ts';
import type { Item } from '../table.ts';
import type { Upload } from './uploads.ts';

/**
 * A line of an archive: the response as it was stored, in which sealed answers stay sealed, its files, which stay where they
 * are, and in `stored` what else a restored item needs.
 */
export type ArchivedRow = Pick<Response, 'id' | 'formId' | 'formVersion' | 'status' | 'answers' | 'notes' | 'meta'> & {
  submittedAt: string;
  updatedAt: string;
  files?: readonly Pick<Upload, 'fileId' | 'fieldId' | 'fileName' | 'contentType' | 'size'>[];
  stored: Readonly<Record<string, unknown>>;
};

type Row = Item & { status: Response['status']; formVersion: number; answers: string; meta: Response['meta'] };

/** What is due of it, and when it would be removed, ends with its place in the table. */
const leftOut = ['pk', 'sk', 'gsi1pk', 'gsi1sk', 'duepk', 'duesk', 'changedpk', 'changedsk', 'ttl', 'stamp'];

export function archivedRow(item: Item, uploads: readonly Upload[]): ArchivedRow {
  const { status, formVersion, answers, notes, meta, ...rest } = item as Row & { notes?: string };
  const form = partsOf('response', 'pk', item.pk)?.form ?? '';
  const submittedAt = new Date(timeOf(item.sk)).toISOString();
  const files = uploads.map(({ fileId, fieldId, fileName, contentType, size }) => {
    return { fileId, fieldId, fileName, contentType, size };
  });
  return {
    ...{ id: responseId(form, item.sk), formId: form, formVersion, status, submittedAt },
    updatedAt: String(rest.updatedAt ?? submittedAt),
    ...{ answers: JSON.parse(answers), notes: notes ? JSON.parse(notes) : [], meta },
    ...(files.length > 0 && { files }),
    stored: {
      indexShard: partsOf('response', 'gsi1pk', String(item.gsi1pk))?.indexShard,
      ...Object.fromEntries(Object.entries(rest).filter(([name]) => !leftOut.includes(name))),
    },
  };
}

/** The item that an archived response was. */
export function itemOfRow(row: ArchivedRow, environmentId: string): Item {
  const { id, status, formVersion, answers, notes, meta, updatedAt } = row;
  const { indexShard, ...stored } = row.stored;
  const address = responseAddress(id);
  if (!address) throw new Error('This is not the id of a response');
  const { formId: form, shard, sortKey } = address;
  return {
    ...keysOf('response', { form, shard, sortKey, environmentId, indexShard: String(indexShard) }),
    ...{ status, formVersion, meta, ...stored, answers: JSON.stringify(answers) },
    ...(notes.length > 0 && { notes: JSON.stringify(notes) }),
    ...(stored.updatedAt !== undefined && changedKeys(updatedAt, sortKey, environmentId)),
  };
}
