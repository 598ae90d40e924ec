import type { Hit } from '../../domain/responses/mentions.ts';
import { expression } from '../expression.ts';
import { type Key, keyOf, partsOf, prefixOf } from '../keys.ts';
import { queryAll, queryPage, queryPages } from '../query.ts';
import { batchPut, type Item, type TransactItem, updateItem } from '../table.ts';
import { exists, putWrite, updateWrite } from '../writes.ts';
import { type DataSubjectRequest, requestPartition } from './data-subject-requests.ts';

/** A response that names a person and its visit. Of a search, also how it is about the person. */
export type FoundResponse = { sortKey: string; visit?: string; archived?: boolean } & Partial<Hit>;

/** Responses of one form that name a person. */
export type FoundBatch = {
  number: number;
  formId: string;
  responses: readonly FoundResponse[];
  /** The number of them that the request has erased. */
  erased: number;
  /** The sort keys in the IDs of these. */
  erasedKeys: readonly string[];
  /** When receivers were told (ISO 8601). */
  erasedAt?: string;
};

const digits = 8;

const batchKey = (request: string, number: number): Key =>
  keyOf('foundResponses', { request, number: String(number).padStart(digits, '0') });

/** Returns the write that stores a batch. It belongs with the progress of the search, so no batch is stored twice. */
export const foundBatchWrite = (
  request: string,
  { number, formId, responses }: Pick<FoundBatch, 'number' | 'formId' | 'responses'>,
): TransactItem => putWrite({ ...batchKey(request, number), formId, responses: JSON.stringify(responses) });

type BatchItem = Item & { erased?: ReadonlySet<string>; erasedAt?: string };

function fromItem({ sk, formId, responses, erased, erasedAt }: BatchItem): FoundBatch {
  const number = Number(partsOf('foundResponses', 'sk', sk)?.number);
  const content = { number, formId: String(formId), responses: JSON.parse(String(responses)) };
  return { ...content, erased: erased?.size ?? 0, erasedKeys: [...(erased ?? [])], ...(erasedAt && { erasedAt }) };
}

/** Returns batches in order, from this number on; none after the last. */
export async function readBatches(request: string, from: number, atOnce: number): Promise<FoundBatch[]> {
  const span = { low: batchKey(request, from).sk, high: `${prefixOf('foundResponses')}~` };
  const { items } = await queryPage({ partition: requestPartition(request), span }, atOnce);
  return items.map(fromItem);
}

/**
 * Returns the write that counts responses of a batch as erased, by the sort keys in their IDs. Each counts once, even
 * if repeated.
 */
export const erasedWrite = (request: string, number: number, sortKeys: readonly string[]) =>
  updateWrite(batchKey(request, number), { add: { erased: new Set(sortKeys) }, if: exists });

/**
 * Removes responses from a batch of a search. Returns false when the batch has changed since it was read, or is gone.
 *
 * @param isLeft whether a response stays
 */
export const thinOut = (
  request: string,
  { number, responses }: FoundBatch,
  isLeft: (response: FoundResponse) => boolean,
): Promise<boolean> =>
  updateItem(batchKey(request, number), {
    set: { responses: JSON.stringify(responses.filter(isLeft)) },
    if: expression`responses = ${JSON.stringify(responses)}`,
  });

/** Notes that the erased responses of a batch are gone everywhere. The stream makes their events of it, once. */
export const announceErased = (
  { id, environmentId }: Pick<DataSubjectRequest, 'id' | 'environmentId'>,
  number: number,
): Promise<boolean> =>
  updateItem(batchKey(id, number), {
    set: { environmentId, erasedAt: new Date().toISOString() },
    if: expression`attribute_exists(erased) AND attribute_not_exists(erasedAt)`,
  });

/** Returns the keys of all batches. */
export const batchKeysOf = async (request: string): Promise<Key[]> =>
  queryAll({ partition: requestPartition(request), prefix: prefixOf('foundResponses'), attributes: ['pk', 'sk'] });

/** Records which files the responses of an export have. */
export const putExportedFiles = (request: string, fileIds: readonly string[]): Promise<void> =>
  batchPut(fileIds.map(file => keyOf('exportedFile', { request, file })));

export async function exportedFileIds(request: string): Promise<string[]> {
  const query = { partition: requestPartition(request), prefix: prefixOf('exportedFile'), attributes: ['sk'] };
  return (await queryAll(query)).flatMap(({ sk }) => partsOf('exportedFile', 'sk', sk)?.file ?? []);
}

export const exportedFileKey = (request: string, file: string): Key => keyOf('exportedFile', { request, file });

/** Reads all batches in order. */
export async function* readAllBatches(request: string): AsyncGenerator<FoundBatch> {
  const query = { partition: requestPartition(request), prefix: prefixOf('foundResponses') };
  for await (const { items } of queryPages(query)) yield* items.map(fromItem);
}
