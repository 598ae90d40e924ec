import { minuteMs } from '../../durations.ts';
import { isStorageUnreachable } from '../../errors.ts';
import { log } from '../../log.ts';
import { type Key, partsOf } from '../../store/keys.ts';
import {
  type DataSubjectRequest,
  endRequest,
  foundIn,
  getRequest,
  noteFailure,
  noteInterruption,
  savePending,
  saveRequest,
} from '../../store/responses/data-subject-requests.ts';
import { batchKeysOf } from '../../store/responses/found-responses.ts';
import { batchDelete } from '../../store/table.ts';
import { failuresMax, interruptionBy } from '../requests.ts';
import { endExports, removeExport } from './end-exports.ts';
import { announce, countErased, endErasedNames, eraseFound, removeLateTraces } from './erase.ts';
import { eraseArchived } from './erase-archived.ts';
import { find } from './find.ts';
import { findAddresses } from './find-addresses.ts';
import { findArchived } from './find-archived.ts';
import { noteInterruptedMoves } from './interrupted-moves.ts';
import { removeViews } from './named-views.ts';
import { remainderOf } from './remainder.ts';
import { rowsOf } from './rows.ts';
import { expireSearch, thinSearches } from './searches.ts';
import { writeExport } from './write-export.ts';
import { writeZip } from './write-zip.ts';

export const isDataSubjectKey = ({ pk }: Key): boolean => partsOf('dataSubject', 'pk', pk) !== undefined;

/** A step of a request. Returns the request afterwards, or undefined when the run must stop. */
type RequestStep = (request: DataSubjectRequest, deadline: number) => Promise<DataSubjectRequest | undefined>;

const steps: Readonly<Record<DataSubjectRequest['type'], readonly RequestStep[]>> = {
  search: [find, findArchived, findAddresses, endSearch],
  export: [find, findArchived, writeExport, writeZip, end],
  erase: [
    ...[find, findArchived, eraseFound, removeLateTraces, eraseArchived, endExports, removeViews, countErased],
    ...[endErasedNames, noteInterruptedMoves, announce, thinSearches, endErasure],
  ],
};

/** The last step, which removes the list of found responses. */
async function end(request: DataSubjectRequest): Promise<DataSubjectRequest | undefined> {
  await batchDelete(await batchKeysOf(request.id));
  return endRequest(request);
}

/** The last step of a search, which keeps what it has found for some days. */
function endSearch(request: DataSubjectRequest): Promise<DataSubjectRequest | undefined> {
  return endRequest(request);
}

/** How long an erasure waits for the jobs that remove files, before it ends with what they could not remove. */
const removalMs = minuteMs;

/** The last step of an erasure. A file in an owner's bucket that does not let the service in stays pending. */
async function endErasure(request: DataSubjectRequest): Promise<DataSubjectRequest | undefined> {
  const { pending, disclosedTo } = await leftOf(request);
  if (pending && request.pending === undefined) {
    const due = Date.now() + removalMs;
    await saveRequest(request, { pending, disclosedTo, notBefore: due }, { due });
    return undefined;
  }
  const noted = await saveRequest(request, { disclosedTo });
  if (!noted) return undefined;
  // Without the list of its responses, it could not follow up on their rows.
  if (!pending?.rows) await batchDelete(await batchKeysOf(request.id));
  return endRequest(noted, pending);
}

/** Returns what an erasure has yet to remove, and who got the responses. */
async function leftOf(request: DataSubjectRequest) {
  const { pending: rows, disclosedTo } = await rowsOf(request);
  return { pending: await remainderOf(request, rows), disclosedTo };
}

/**
 * Carries out a request to export or erase a person, as far as time allows. It may be killed at any point and run
 * twice.
 *
 * @param deadline when to stop and become due again, in ms since the epoch
 */
export async function runRequest(key: Key, deadline: number): Promise<void> {
  const request = await getRequest(key);
  if (!request) return;
  const notBefore = nextTurnOf(request);
  if (notBefore === undefined) return;
  // A message may arrive twice, the second time too early.
  if (Date.now() < notBefore) {
    await saveRequest(request, {}, { due: notBefore });
    return;
  }
  if (request.endedAt !== undefined) return followUp(request);
  try {
    await takeSteps(request, deadline);
  } catch (error) {
    const interruption = interruptionBy(error, request);
    if (interruption !== undefined) await noteInterruption(request, interruption);
    else if ((await noteFailure(key)) >= failuresMax) await giveUp(key, error);
    throw error;
  }
}

/** Follows up on an ended request: removes its hits or file, or checks whether what was pending is gone. */
async function followUp(request: DataSubjectRequest): Promise<void> {
  if (request.hitsUntil !== undefined) return expireSearch(request);
  if (!request.pending) return removeExport(request);
  const { pending, disclosedTo } = await leftOf(request);
  // Noted before the list of responses is gone, because afterwards nobody knows it.
  const noted = await saveRequest(request, { disclosedTo });
  if (!noted) return;
  if (!pending?.rows) await batchDelete(await batchKeysOf(request.id));
  await savePending(noted, pending);
}

/** Ends a request that has found more than one person can have. By then nothing was erased or written. */
async function refuse(request: DataSubjectRequest): Promise<DataSubjectRequest | undefined> {
  const { responsesMax } = request;
  const reason = `It found more than ${responsesMax} responses, which is more than you expect of one person. Check whom it names. To continue, ask again with a higher responsesMax.`;
  const failed = await saveRequest(request, { reason });
  return failed && end(failed);
}

/** Returns when there is something to do next, in ms since the epoch, or undefined when there is nothing more. */
function nextTurnOf(request: DataSubjectRequest): number | undefined {
  const { endedAt, notBefore = 0, file, pending, hitsUntil = file?.expiresAt } = request;
  if (endedAt === undefined) return notBefore;
  if (pending) return 0;
  return hitsUntil === undefined ? undefined : Date.parse(hitsUntil);
}

async function takeSteps(request: DataSubjectRequest, deadline: number): Promise<void> {
  const startedAt = request.startedAt ?? new Date().toISOString();
  let current: DataSubjectRequest | undefined =
    request.state === 'running' ? request : await saveRequest(request, { state: 'running', startedAt });
  while (current && current.endedAt === undefined) {
    const isExcessive: boolean = foundIn(current) > (current.responsesMax ?? Number.POSITIVE_INFINITY);
    current = isExcessive ? await refuse(current) : await steps[current.type][current.step]?.(current, deadline);
  }
}

async function giveUp(key: Key, error: unknown): Promise<void> {
  const request = await getRequest(key);
  const counted = request && request.endedAt === undefined ? await countErased(request) : undefined;
  const told = counted && (await announce(counted));
  const reason = isStorageUnreachable(error)
    ? `${error.message} Then ask again.`
    : 'It failed several times in a row. The log of the service says why; then ask again.';
  const failed = told && (await saveRequest(told, { reason }));
  if (!failed) return;
  log.error('a request about a data subject was given up', { request: failed.id });
  await end(failed);
}
