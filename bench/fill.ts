import { marshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import { batchesOf } from '../shared/batches.ts';
import { countChanges } from '../shared/counting/counter-batch.ts';
import type { ImageChange } from '../shared/counting/counter-deltas/counter-delta.ts';
import { shardName } from '../shared/counting/shard-marks.ts';
import type { Form } from '../shared/domain/forms/form.ts';
import type { Response } from '../shared/domain/responses/response.ts';
import { newResponseId, responseAddress, responseId, timeOf } from '../shared/ids.ts';
import { inParallel } from '../shared/in-parallel.ts';
import type { StoredForm } from '../shared/store/forms/forms.ts';
import { itemOf } from '../shared/store/responses/responses.ts';
import { batchPut, type Item, tableName } from '../shared/store/table.ts';
import { browserHeaders, eightAnswers } from './eight-field-form.ts';

const requestItemsMax = 25;
const requestsAtOnce = 20;
/** The number of responses that are counted in one batch. */
const countedAtATime = 500;

let sequence = 0;

/**
 * Returns items of a form's responses, as the store creates them, spread evenly over a time span (ms since the epoch).
 */
export const responseItems = (stored: StoredForm, count: number, span: [number, number]): Item[] =>
  Array.from({ length: count }, (_, index) =>
    responseItem(stored, index, span[0] + ((span[1] - span[0]) * index) / count),
  );

function responseItem(stored: StoredForm, index: number, time: number): Item {
  const id = newResponseId(stored.form.id, stored.shards, Math.floor(time));
  const status = index % 10 === 9 ? 'partial' : 'completed';
  return itemOf({ ...responseOf(stored.form, id), status }, stored.environmentId);
}

/** Returns the response that results when a browser submits the eight answers. */
export function responseOf(form: Form, id: string): Response {
  const submittedAt = new Date(timeOf(responseAddress(id)?.sortKey ?? '')).toISOString();
  return {
    id,
    formId: form.id,
    startedAt: submittedAt,
    formVersion: form.version,
    environment: form.environment,
    status: 'completed',
    submittedAt,
    updatedAt: submittedAt,
    answers: eightAnswers,
    notes: [],
    meta: { source: 'browser', origin: browserHeaders.origin, userAgent: browserHeaders['user-agent'] },
  };
}

/**
 * Stores this number of responses in batches, and counts them as the stream reader would. Returns the ID of the first.
 */
export async function fill(stored: StoredForm, count: number, span: [number, number]): Promise<string[]> {
  const first: string[] = [];
  for (let start = 0; start < count; start += countedAtATime) {
    const end = Math.min(start + countedAtATime, count);
    const [from, to] = [start, end].map(index => span[0] + ((span[1] - span[0]) * index) / count) as [number, number];
    const items = responseItems(stored, end - start, [from, to]);
    if (start === 0) first.push(...items.slice(0, 1).map(({ sk }) => responseId(stored.form.id, sk)));
    await putAll(items);
    await countChanges(shardName('stream', 'filled'), items.map(creationOf));
  }
  return first;
}

/** Stores items in parallel. */
export async function putAll(items: readonly Item[]): Promise<void> {
  await inParallel(batchesOf(items, requestItemsMax), requestsAtOnce, batchPut);
}

function creationOf({ pk, sk, status, gsi1pk }: Item): ImageChange {
  sequence += 1;
  const after = { status: String(status), gsi1pk: String(gsi1pk) };
  return { key: { pk, sk }, sequence: String(sequence), after };
}

/** Returns the stream records of this number of responses from the last seconds, form by form. */
export function insertionsOf(forms: readonly StoredForm[], count: number): DynamoDBRecord[] {
  const items = forms.flatMap(form =>
    responseItems(form, Math.ceil(count / forms.length), [Date.now() - 5000, Date.now()]),
  );
  return items.slice(0, count).map(insertionOf);
}

let insertions = 1e9;

function insertionOf(item: Item): DynamoDBRecord {
  insertions += 1;
  const { pk, sk } = item;
  const images = { Keys: marshall({ pk, sk }), NewImage: marshall(item, { removeUndefinedValues: true }) };
  return recordOf({ ...images, SequenceNumber: String(insertions) });
}

/** A record of the table's stream. */
export const recordOf = (dynamodb: object): DynamoDBRecord => ({
  dynamodb,
  eventSourceARN: `arn:aws:dynamodb:us-east-1:000000000000:table/${tableName()}/stream/2026-03-01T00:00:00.000`,
});
