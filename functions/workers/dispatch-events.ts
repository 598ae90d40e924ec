import type { Context, DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { isRefusal } from '../../shared/aws/is-refusal.ts';
import { fanOut } from '../../shared/delivery/fan-out.ts';
import { type RecordWork, workOf } from '../../shared/delivery/record-work.ts';
import { abandonResponse } from '../../shared/jobs/abandonment.ts';
import { enqueueDue, enqueueMoves } from '../../shared/jobs/enqueue-due.ts';
import { log } from '../../shared/log.ts';
import { measure } from '../../shared/metric.ts';
import { ownRecords } from '../../shared/store/own-records.ts';

/** A record with unfinished work. If refused, it can never be finished; otherwise the record comes again. */
type Failure = { readonly record: DynamoDBRecord; readonly isRefused: boolean };

/**
 * Starts work that is due at once, sends the events of responses and visits to receivers, and abandons responses whose
 * visitor left.
 */
export const handler = async ({ Records }: DynamoDBStreamEvent, context: Context): Promise<DynamoDBBatchResponse> => {
  const now = Date.now();
  const records = ownRecords(Records);
  const { work, unread } = readWork(records, now);
  const [, ...failures] = await Promise.all([
    // The sweep finds work that could not be leased, and work that no queue accepted after its lease ends.
    enqueueDue(
      work.flatMap(({ due }) => due ?? []),
      now,
    ),
    sendEvents(work),
    moveAnswers(work),
    ...work.map(abandonLeftResponse),
  ]);
  const { refused, held } = divide(records, [...unread, ...failures.flat()]);
  await setAside(refused, context);
  return { batchItemFailures: held ? [{ itemIdentifier: held.dynamodb?.SequenceNumber ?? '' }] : [] };
};

function readWork(records: readonly DynamoDBRecord[], now: number): { work: RecordWork[]; unread: Failure[] } {
  const work: RecordWork[] = [];
  const unread: Failure[] = [];
  for (const record of records) {
    try {
      work.push(workOf(record, now));
    } catch (error) {
      log.error('a record of the stream was not read', error as Error);
      unread.push({ record, isRefused: true });
    }
  }
  return { work, unread };
}

/** Has answers moved that are to be kept in a bucket. Returns a failure for each response that no queue took. */
async function moveAnswers(work: readonly RecordWork[]): Promise<Failure[]> {
  const moving = work.flatMap(({ record, moving: response }) => (response ? [{ ...response, record }] : []));
  const unsent = await enqueueMoves(moving);
  return unsent.map(({ unsent: { record }, isRefused }) => ({ record, isRefused }));
}

/** Abandons the response of a visitor who left. Fails if that can't be stored; repeating it changes nothing. */
async function abandonLeftResponse({ record, left }: RecordWork): Promise<Failure[]> {
  if (!left) return [];
  try {
    await abandonResponse(left.responseId, left.receivedAt);
    return [];
  } catch (error) {
    log.error('a response was not abandoned', error as Error);
    return [{ record, isRefused: isRefusal(error) }];
  }
}

/** Sends the events. Returns a failure for each record whose event did not reach all of its receivers. */
async function sendEvents(work: readonly RecordWork[]): Promise<Failure[]> {
  const occurrences = work.flatMap(({ record, occurrences }) => occurrences.map(each => ({ ...each, record })));
  try {
    const unsent = await fanOut(occurrences);
    if (unsent.length > 0) log.error('events were not sent to their webhooks', { events: unsent.length });
    return unsent.map(({ unsent: { record }, isRefused }) => ({ record, isRefused }));
  } catch (error) {
    log.error('webhooks could not be read', error as Error);
    return occurrences.map(({ record }) => ({ record, isRefused: false }));
  }
}

/**
 * Finds the first record that failed, from which the stream is read again, because it is read in order. Also returns
 * the refused records before it, which must be set aside.
 */
function divide(records: readonly DynamoDBRecord[], failures: readonly Failure[]) {
  const failed = new Set(failures.filter(({ isRefused }) => !isRefused).map(({ record }) => record));
  const held = records.find(record => failed.has(record));
  const behind = held ? records.indexOf(held) : records.length;
  const unfinished = new Set(failures.map(({ record }) => record));
  return { held, refused: records.slice(0, behind).filter(record => unfinished.has(record)) };
}

/** Stores records for `npm run replay`. If that fails, the whole batch fails and comes again. */
async function setAside(records: readonly DynamoDBRecord[], context: Context): Promise<void> {
  if (records.length === 0) return;
  const { keepRecords } = await import('../../shared/aws/s3/stream-failures.ts');
  const key = await keepRecords(records, context);
  log.error('records of the stream were set aside', { key, records: records.length });
  measure('StreamRecordsSetAside', records.length, 'Count');
}
