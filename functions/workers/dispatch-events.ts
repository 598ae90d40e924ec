import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { fanOut, type Occurrence } from '../../shared/delivery/fan-out.ts';
import { visitChangeOf } from '../../shared/delivery/visit-records.ts';
import {
  eventOfChange,
  eventOfSilence,
  eventsOfVisit,
  type ResponseImage,
  visitEvents,
} from '../../shared/domain/receivers/webhook-events.ts';
import { responseId, timeOf } from '../../shared/ids.ts';
import { abandonResponse } from '../../shared/jobs/abandonment.ts';
import { enqueueDue } from '../../shared/jobs/enqueue-due.ts';
import { log } from '../../shared/log.ts';
import { type DueItem, isDue } from '../../shared/store/due.ts';
import { partsOf } from '../../shared/store/keys.ts';
import { ownRecords } from '../../shared/store/own-records.ts';

/** A record, and what it tells of a visit if it is of one. */
type RecordWithVisit = { record: DynamoDBRecord; visit: ReturnType<typeof visitChangeOf> };

/**
 * What is due as soon as it is written does not wait for the sweep, the webhooks of a form hear of its responses and
 * visits, and whoever leaves has abandoned their response.
 */
export const handler = async ({ Records }: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> => {
  const records = ownRecords(Records);
  const withVisits = records.map(record => ({ record, visit: visitChangeOf(record) }));
  const failures = await Promise.all([
    enqueueDueItems(records),
    sendEvents(withVisits),
    ...withVisits.map(abandonLeftResponse),
  ]);
  const failed = records.find(record => failures.includes(record));
  // A stream is read in order: from the first record that failed on, all come again.
  if (!failed) return { batchItemFailures: [] };
  return { batchItemFailures: [{ itemIdentifier: failed.dynamodb?.SequenceNumber ?? '' }] };
};

/** Gives the first record whose item could not be leased, or was not taken by its queue. */
async function enqueueDueItems(records: readonly DynamoDBRecord[]): Promise<DynamoDBRecord | undefined> {
  const now = Date.now();
  const due = new Map<DueItem, DynamoDBRecord>();
  for (const record of records) {
    const { pk, sk, duesk } = record.dynamodb?.NewImage ?? {};
    if (!pk?.S || !sk?.S || !duesk?.S || !isDue(duesk.S, now)) continue;
    due.set({ pk: pk.S, sk: sk.S, duesk: duesk.S }, record);
  }
  const { failed } = await enqueueDue([...due.keys()], now);
  return [...due].find(([item]) => failed.includes(item))?.[1];
}

/** Gives the record when it tells that somebody left and that could not be stored. Repeated, it changes nothing. */
async function abandonLeftResponse({ record, visit }: RecordWithVisit): Promise<DynamoDBRecord | undefined> {
  const { responseId, receivedAt, abandonedAt, ...image } = visit?.after ?? {};
  if (responseId === undefined || receivedAt === undefined) return undefined;
  // Whoever has come back since, within the same events, has not left.
  if (abandonedAt === undefined || !visitEvents(image).some(({ type }) => type === 'abandon')) return undefined;
  try {
    await abandonResponse(responseId, receivedAt);
    return undefined;
  } catch (error) {
    log.error('a response was not abandoned', error as Error);
    return record;
  }
}

/** Gives the first record with an event that was not sent. */
async function sendEvents(records: readonly RecordWithVisit[]): Promise<DynamoDBRecord | undefined> {
  const occurrences = records.flatMap(each => [...occurrencesOf(each.record), ...occurrencesOfVisit(each)]);
  try {
    const unsent = await fanOut(occurrences);
    if (unsent.length > 0) log.error('events were not sent to their webhooks', { events: unsent.length });
    return unsent[0]?.record;
  } catch (error) {
    log.error('webhooks could not be read', error as Error);
    return occurrences[0]?.record;
  }
}

type Recorded = Occurrence & { record: DynamoDBRecord };

/** The events that a record is, if it is a change of a response. */
function occurrencesOf(record: DynamoDBRecord): Recorded[] {
  const { OldImage, NewImage, SequenceNumber = '' } = record.dynamodb ?? {};
  if (!NewImage) return [];
  const response = partsOf('response', 'pk', NewImage.pk?.S ?? '');
  const environmentId = partsOf('response', 'gsi1pk', NewImage.gsi1pk?.S ?? '')?.environmentId;
  const sortKey = NewImage.sk?.S;
  if (!response || !environmentId || !sortKey) return [];
  const change = {
    formId: response.form,
    responseId: responseId(response.form, sortKey),
    createdAt: timeOf(sortKey),
    sequence: SequenceNumber,
    before: imageOf(OldImage),
    after: imageOf(NewImage),
  };
  const found = [eventOfChange(change), eventOfSilence(change)].filter(event => event !== undefined);
  return found.map(event => ({ ...event, environmentId, record }));
}

function occurrencesOfVisit({ record, visit }: RecordWithVisit): Recorded[] {
  const environmentId = visit?.after?.environmentId;
  if (!environmentId) return [];
  return eventsOfVisit(visit).map(found => ({ ...found, environmentId, record }));
}

function imageOf(attributes: NonNullable<DynamoDBRecord['dynamodb']>['NewImage']): ResponseImage | undefined {
  return attributes && (unmarshall(attributes as Parameters<typeof unmarshall>[0]) as ResponseImage);
}
