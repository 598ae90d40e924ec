import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { fanOut } from '../../shared/delivery/fan-out.ts';
import { type RecordWork, workOf } from '../../shared/delivery/record-work.ts';
import { abandonResponse } from '../../shared/jobs/abandonment.ts';
import { enqueueDue } from '../../shared/jobs/enqueue-due.ts';
import { log } from '../../shared/log.ts';
import { ownRecords } from '../../shared/store/own-records.ts';

/**
 * What is due as soon as it is written does not wait for the sweep, the webhooks of a form hear of its responses and
 * visits, and whoever leaves has abandoned their response.
 */
export const handler = async ({ Records }: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> => {
  const now = Date.now();
  const records = ownRecords(Records);
  const work = records.map(record => workOf(record, now));
  const failures = await Promise.all([enqueueDueItems(work, now), sendEvents(work), ...work.map(abandonLeftResponse)]);
  const failed = records.find(record => failures.includes(record));
  // A stream is read in order: from the first record that failed on, all come again.
  if (!failed) return { batchItemFailures: [] };
  return { batchItemFailures: [{ itemIdentifier: failed.dynamodb?.SequenceNumber ?? '' }] };
};

/** Gives the first record whose item could not be leased, or was not taken by its queue. */
async function enqueueDueItems(work: readonly RecordWork[], now: number): Promise<DynamoDBRecord | undefined> {
  const { failed } = await enqueueDue(
    work.flatMap(({ due }) => due ?? []),
    now,
  );
  return work.find(({ due }) => due && failed.includes(due))?.record;
}

/** Gives the record when it tells that somebody left and that could not be stored. Repeated, it changes nothing. */
async function abandonLeftResponse({ record, left }: RecordWork): Promise<DynamoDBRecord | undefined> {
  if (!left) return undefined;
  try {
    await abandonResponse(left.responseId, left.receivedAt);
    return undefined;
  } catch (error) {
    log.error('a response was not abandoned', error as Error);
    return record;
  }
}

/** Gives the first record with an event that was not sent. */
async function sendEvents(work: readonly RecordWork[]): Promise<DynamoDBRecord | undefined> {
  const occurrences = work.flatMap(({ record, occurrences }) => occurrences.map(each => ({ ...each, record })));
  try {
    const unsent = await fanOut(occurrences);
    if (unsent.length > 0) log.error('events were not sent to their webhooks', { events: unsent.length });
    return unsent[0]?.record;
  } catch (error) {
    log.error('webhooks could not be read', error as Error);
    return occurrences[0]?.record;
  }
}
