import { type Keeping, removalTime } from '../../domain/forms/retention.ts';
import { answersIn, type MovedAnswers } from '../../domain/responses/moved-answers.ts';
import { dayMs, minuteMs } from '../../durations.ts';
import { isStorageUnreachable, StorageUnreachable, unreadableResponse } from '../../errors.ts';
import { timeOf } from '../../ids.ts';
import { inParallel } from '../../in-parallel.ts';
import { expression } from '../expression.ts';
import { type Key, partsOf } from '../keys.ts';
import { reportDamage } from '../report-unreadable.ts';
import { getItem, type Item, writeIfUnchanged } from '../table.ts';
import { updateWrite } from '../writes.ts';
import { responseIdOf } from './moved-responses.ts';
import { releaseFileWrites } from './uploads.ts';

/** Where the answers of a response are, as its item stores it. */
export type AnswersPlace = {
  /** Set while the answers are in a bucket, and not in the item. */
  readonly answersAt?: MovedAnswers;
  /** Set while the answers are in the item, and are to leave it for the bucket of the form's owner. */
  readonly answersMove?: 1;
};

/** The attributes of an item, in the table or in a record of its stream, that say whether its answers are to move. */
type Movable = AnswersPlace & { readonly status?: unknown; readonly spam?: unknown; readonly duepk?: unknown };

/** Whether the visitor of a partial response may still save to it. Then its answers wait until it has ended. */
const isBeingFilledIn = ({ status, spam, duepk }: Movable): boolean =>
  status === 'partial' && !spam && duepk !== undefined;

/** Whether the answers of an item are still to be moved. */
export const isToMove = (item: Movable): boolean =>
  item.answersMove !== undefined && item.answersAt === undefined && !isBeingFilledIn(item);

/** An item as it was read, with its answers, wherever they are stored. */
export type AnsweredItem = Item & AnswersPlace & { readonly answersFault?: Error };

/** S3 answers a GET within some 20 ms. These are the connections of one function. */
const readAtOnce = 25;

/**
 * Returns items with the answers that are in buckets. An item without them, because the bucket is closed, has
 * `answersFault`. An item that was removed meanwhile is undefined.
 */
export async function withAnswers(items: readonly Item[]): Promise<(AnsweredItem | undefined)[]> {
  // Nobody waits for a closed bucket more than once.
  const closed = new Map<string, Error>();
  return inParallel(items, readAtOnce, item => readInto(item, closed));
}

/** When work that needs answers in a closed bucket is tried again. It is not at fault itself. */
export const againWhenClosedMs = 15 * minuteMs;

/** Returns that a bucket is closed, if that is the error. */
export function unlessClosed(error: unknown): 'closed' {
  if (!isStorageUnreachable(error)) throw error;
  return 'closed';
}

/** Returns these items with their answers, except damaged ones. Throws if the bucket of some is closed. */
export async function withAllAnswers(items: readonly Item[]): Promise<AnsweredItem[]> {
  const answered = (await withAnswers(items)).filter(item => item !== undefined);
  for (const { answersFault } of answered) if (isStorageUnreachable(answersFault)) throw answersFault;
  return answered;
}

/** Returns the item, unless its answers could not be read. */
export function requireAnswers<I extends { readonly answersFault?: Error }>(item: I): I {
  if (item.answersFault) throw item.answersFault;
  return item;
}

async function readInto(item: AnsweredItem, closed: Map<string, Error>): Promise<AnsweredItem | undefined> {
  const { answersAt } = item;
  if (!answersAt) return item;
  const bucket = JSON.stringify(answersAt.storage);
  const fault = closed.get(bucket);
  if (fault) return { ...item, answersFault: fault };
  try {
    const { readAnswers } = await import('../../aws/s3/moved-answers.ts');
    const body = await readAnswers(answersAt);
    if (body === undefined) return readAgain(item, answersAt, closed);
    const answers = answersIn(body, answersAt);
    return answers === undefined ? damaged(item, answersAt) : { ...item, answers };
  } catch (error) {
    if (!isStorageUnreachable(error)) throw error;
    const unreachable = toldHere(error, answersAt);
    closed.set(bucket, unreachable);
    return { ...item, answersFault: unreachable };
  }
}

/** Returns the error as one of this bundle. The part that reads from S3 has classes of its own. */
const toldHere = (error: StorageUnreachable, { storage }: MovedAnswers): StorageUnreachable =>
  Object.assign(new StorageUnreachable(storage.bucket, '', error), { message: error.message });

/** Reads an item again whose object is gone: a change has taken the answers back meanwhile. */
async function readAgain({ pk, sk }: Key, before: MovedAnswers, closed: Map<string, Error>) {
  const item = (await getItem({ pk, sk })) as AnsweredItem | undefined;
  return item?.answersAt?.fileId === before.fileId ? damaged(item, before) : item && readInto(item, closed);
}

function damaged(item: AnsweredItem, { storage, objectKey }: MovedAnswers): AnsweredItem {
  reportDamage('the answers of a response', { Bucket: storage.bucket, Key: objectKey });
  return { ...item, answersFault: unreadableResponse() };
}

/** How much longer DynamoDB keeps an expired item, so that its answers are taken back first and counters follow. */
const expiredKeptMs = dayMs;

/** Returns the removal time of an item, in seconds since the epoch. A restricted response has none. */
export function removalOf({ pk, sk, answersAt }: Item & AnswersPlace, keeping: Keeping): number | undefined {
  if (partsOf('restricted', 'pk', pk)) return undefined;
  const removal = removalTime(keeping, timeOf(sk));
  return removal && Math.ceil((removal + (answersAt ? expiredKeptMs : 0)) / 1000);
}

/**
 * Takes the answers of an item back from the bucket, and releases their object. A response changes only with its
 * answers in its item, so counters and webhooks follow from the two images of the change. Returns the item as it is
 * then, or undefined if it has changed since it was read.
 *
 * @param moves whether they are to return to the bucket
 */
export async function takeAnswersBack(
  read: AnsweredItem,
  keeping: Keeping,
  { moves = true } = {},
): Promise<Item | undefined> {
  const { answersAt, answersFault, ...item } = requireAnswers(read);
  if (!answersAt) return item;
  const ttl = removalOf(item, keeping);
  const set = { answers: item.answers, revision: Number(item.revision) + 1, ...(moves && { answersMove: 1 }) };
  const change = updateWrite(item, {
    set: { ...set, ...(ttl !== undefined && { ttl }) },
    remove: ['answersAt'],
    if: expression`revision = ${item.revision}`,
  });
  const releases = await releaseFileWrites([answersAt.fileId], responseIdOf(item));
  return (await writeIfUnchanged([change, ...releases]))
    ? { ...item, ...set, ...(ttl !== undefined && { ttl }) }
    : undefined;
}

/** Takes answers back from the bucket because their response leaves the table. Damaged ones are only released. */
export async function takeAnswersOut(read: AnsweredItem, keeping: Keeping): Promise<Item | undefined> {
  const { answersAt, answersFault } = read;
  if (!answersAt || !answersFault) return takeAnswersBack(read, keeping, { moves: false });
  if (isStorageUnreachable(answersFault)) throw answersFault;
  const releases = await releaseFileWrites([answersAt.fileId], responseIdOf(read));
  return releases.length === 0 || (await writeIfUnchanged(releases)) ? read : undefined;
}
