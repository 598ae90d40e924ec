import type { FromSchema } from 'json-schema-to-ts';
import { changeResponses } from '../../shared/contracts/responses/responses.ts';
import { movesAlone, spamChange } from '../../shared/domain/responses/spam-change.ts';
import { HttpError, notFound, restrictedResponse, validationFailed } from '../../shared/errors.ts';
import type { Fault } from '../../shared/fault.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import type { Request } from '../../shared/http/read-request.ts';
import { inParallel } from '../../shared/in-parallel.ts';
import { retryOnConflict } from '../../shared/retry-on-conflict.ts';
import { auditWrite } from '../../shared/store/audit.ts';
import { getResponseOf } from '../../shared/store/responses/responses.ts';
import { moveResponse } from '../../shared/store/responses/spam.ts';
import { correct } from '../../shared/submissions/correct.ts';
import { removing } from '../../shared/submissions/remove.ts';

type BulkRequest = Request<typeof changeResponses>;
type Result = FromSchema<typeof changeResponses.response>['results'][number];

const atOnce = 10;
const action = changeResponses.audited;

export const handler = endpoint(changeResponses, async request => {
  const faults = faultsOf(request.body);
  if (faults.length > 0) throw validationFailed(faults);
  const { body, caller } = request;
  const make = (change: (id: string) => Promise<Result['result']>) =>
    inParallel(body.ids, atOnce, id => resultOf(id, change));
  if (!body.delete) return { results: await make(id => change(id, request)) };
  const deletion = { caller, action: 'response.deleted' } as const;
  return { results: await removing(deletion, remove => make(id => remove(id).then(() => 'deleted'))) };
});

const deletesAlone: Fault = { field: 'delete', rule: 'alone', message: 'can’t be sent with a change' };
const changesNothing: Fault = {
  field: '',
  rule: 'required',
  message: 'must have a change: status, handling, assigneeId, spam or delete',
};

/** Returns why these changes can't be made together. */
function faultsOf({ ids: _, spam, delete: deletes, ...others }: BulkRequest['body']): Fault[] {
  const changes = Object.keys(others).length;
  if (deletes) return changes > 0 || spam !== undefined ? [deletesAlone] : [];
  if (spam !== undefined) return changes > 0 ? [movesAlone] : [];
  return changes === 0 ? [changesNothing] : [];
}

/** Makes the change to one response. What refuses it is its result, and other failures end the request. */
async function resultOf(id: string, change: (id: string) => Promise<Result['result']>): Promise<Result> {
  try {
    return { id, result: await change(id) };
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    const { status, code, message, details } = error;
    return status === 404
      ? { id, result: 'not_found' }
      : { id, result: 'failed', error: { code, message, details: [...details] } };
  }
}

const change = (id: string, request: BulkRequest): Promise<Result['result']> => {
  const { spam } = request.body;
  return retryOnConflict(() => (spam === undefined ? update(id, request) : move(id, spam, request)));
};

/** Returns undefined if the response has changed since it was read. */
async function update(id: string, { body, caller, trace }: BulkRequest): Promise<Result['result'] | undefined> {
  const read = await getResponseOf(caller, id);
  if (!read) throw notFound('Response');
  if (read.response.restricted) throw restrictedResponse();
  const { status, handling, assigneeId } = read.response;
  const wanted = {
    status: body.status ?? status,
    handling: body.handling ?? handling,
    assigneeId: body.assigneeId === undefined ? assigneeId : (body.assigneeId ?? undefined),
  };
  if (wanted.status === status && wanted.handling === handling && wanted.assigneeId === assigneeId) return 'unchanged';
  const correction = { ...wanted, answers: {}, notes: read.response.notes };
  return (await correct(read, correction, { caller, action, trace })) && 'changed';
}

/** Moves a response to spam, or out of it. Returns undefined if it has changed since it was read. */
async function move(id: string, isSpam: boolean, { caller, trace }: BulkRequest) {
  const read = await getResponseOf(caller, id);
  if (!read) throw notFound('Response');
  if (read.response.restricted) throw restrictedResponse();
  const spam = spamChange(read.response, isSpam);
  if (!('moves' in spam && spam.moves)) return 'unchanged';
  const writes = [auditWrite(caller, action, id, { changes: { spam: isSpam } })];
  return (await moveResponse(read, spam.mark, { trace, writes })) && 'changed';
}
