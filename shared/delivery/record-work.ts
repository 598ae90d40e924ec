import type { DynamoDBRecord } from 'aws-lambda';
import {
  type ErasureImage,
  eventOfSilence,
  eventsOfChange,
  eventsOfErasure,
  eventsOfVisit,
  type ResponseImage,
  type VisitChange,
  type VisitImage,
  visitEvents,
} from '../domain/receivers/webhook-events.ts';
import { responseId, timeOf } from '../ids.ts';
import { type DueItem, isDue } from '../store/due.ts';
import { type Key, partsOf, partsOfResponse } from '../store/keys.ts';
import { imageOf } from '../store/own-records.ts';
import { type AnswersPlace, isToMove } from '../store/responses/moved-answers.ts';
import type { Occurrence } from './fan-out.ts';

/** The work that a stream record requires at once. */
export type RecordWork = {
  readonly record: DynamoDBRecord;
  /** The item, if it is already due. */
  readonly due: DueItem | undefined;
  /** The response whose answers are to leave the table for the bucket of the form's owner. */
  readonly moving: MovingAnswers | undefined;
  /** The response that a visitor left, and the time of the page's report in ISO 8601. */
  readonly left: { readonly responseId: string; readonly receivedAt: string } | undefined;
  /** The events that receivers get. */
  readonly occurrences: readonly Occurrence[];
};

/** The key of a response, and its environment. */
type MovingAnswers = Key & { readonly environmentId: string };

/** @param now ms since the epoch */
export function workOf(record: DynamoDBRecord, now: number): RecordWork {
  const visit = visitChangeOf(record);
  return {
    record,
    due: dueItemOf(record, now),
    moving: movingAnswersOf(record),
    left: leftResponseOf(visit),
    occurrences: [...occurrencesOfResponse(record), ...occurrencesOfVisit(visit), ...occurrencesOfErasure(record)],
  };
}

function dueItemOf({ dynamodb }: DynamoDBRecord, now: number): DueItem | undefined {
  const { pk, sk, duesk } = dynamodb?.NewImage ?? {};
  if (!pk?.S || !sk?.S || !duesk?.S || !isDue(duesk.S, now)) return undefined;
  return { pk: pk.S, sk: sk.S, duesk: duesk.S };
}

/** Returns the response in a record if its answers are to move, and were not before. */
function movingAnswersOf({ dynamodb }: DynamoDBRecord): MovingAnswers | undefined {
  const { OldImage, NewImage } = dynamodb ?? {};
  if (!NewImage?.answersMove) return undefined;
  const [before, after] = [imageOf<AnswersImage>(OldImage), imageOf<AnswersImage>(NewImage)];
  if (!after || !isToMove(after) || (before && isToMove(before) && before.answers === after.answers)) return undefined;
  const index = partsOfResponse('gsi1pk', after.gsi1pk);
  return index && { pk: after.pk, sk: after.sk, environmentId: index.environmentId };
}

type AnswersImage = Key & AnswersPlace & { readonly answers?: string; readonly gsi1pk: string };

function leftResponseOf(visit: VisitChange | undefined): RecordWork['left'] {
  const { responseId, receivedAt, abandonedAt, ...image } = visit?.after ?? {};
  if (responseId === undefined || receivedAt === undefined) return undefined;
  // A visitor who came back within the same events has not left.
  if (abandonedAt === undefined || !visitEvents(image).some(({ type }) => type === 'abandon')) return undefined;
  return { responseId, receivedAt };
}

function occurrencesOfResponse({ dynamodb }: DynamoDBRecord): Occurrence[] {
  const { OldImage, NewImage, SequenceNumber = '' } = dynamodb ?? {};
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
    before: imageOf<ResponseImage>(OldImage),
    after: imageOf<ResponseImage>(NewImage),
  };
  const silence = eventOfSilence(change);
  return [...eventsOfChange(change), ...(silence ? [silence] : [])].map(event => ({ ...event, environmentId }));
}

function occurrencesOfVisit(visit: VisitChange | undefined): Occurrence[] {
  const environmentId = visit?.after?.environmentId;
  if (!environmentId) return [];
  return eventsOfVisit(visit).map(found => ({ ...found, environmentId }));
}

function occurrencesOfErasure({ dynamodb }: DynamoDBRecord): Occurrence[] {
  const { Keys, OldImage, NewImage } = dynamodb ?? {};
  if (!partsOf('foundResponses', 'sk', Keys?.sk?.S ?? '')) return [];
  const after = imageOf<ErasureImage>(NewImage);
  const { environmentId } = after ?? {};
  if (!after || environmentId === undefined) return [];
  return eventsOfErasure(imageOf<ErasureImage>(OldImage), after).map(found => ({ ...found, environmentId }));
}

/** Returns what a stream record says about a visit; undefined for other items. */
function visitChangeOf({ dynamodb = {} }: DynamoDBRecord): VisitChange | undefined {
  const { Keys, OldImage, NewImage, SequenceNumber = '' } = dynamodb;
  const formId = partsOf('visit', 'pk', Keys?.pk?.S ?? '')?.form;
  const visit = partsOf('visit', 'sk', Keys?.sk?.S ?? '')?.sha256;
  if (!formId || !visit) return undefined;
  const [before, after] = [OldImage, NewImage].map(image => imageOf<VisitImage>(image));
  return { formId, visit, sequence: SequenceNumber, before, after };
}
