import { updateResponse } from '../../shared/contracts/responses/responses.ts';
import { changedAnswers } from '../../shared/domain/responses/correction.ts';
import { accessOf } from '../../shared/domain/responses/field-policies.ts';
import type { Response, SubmissionBody } from '../../shared/domain/responses/response.ts';
import { movesAlone, spamChange, withItsMark } from '../../shared/domain/responses/spam-change.ts';
import type { SpamMark } from '../../shared/domain/spam/spam-signals.ts';
import { notFound, validationFailed } from '../../shared/errors.ts';
import { applyPatch } from '../../shared/http/apply-patch.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import type { Request } from '../../shared/http/read-request.ts';
import { checkIfMatch } from '../../shared/http/reply.ts';
import { retryOnConflict } from '../../shared/retry-on-conflict.ts';
import { auditWrite } from '../../shared/store/audit.ts';
import { getResponseOf, type StoredResponse } from '../../shared/store/responses/responses.ts';
import { showResponse } from '../../shared/store/responses/sealed-answers.ts';
import { moveResponse } from '../../shared/store/responses/spam.ts';
import { correct } from '../../shared/submissions/correct.ts';

const action = updateResponse.audited;

export const handler = endpoint(updateResponse, async request =>
  retryOnConflict(async () => {
    const { params, body, caller, ifMatch } = request;
    const read = await getResponseOf(caller, params.id);
    if (!read) throw notFound('Response');
    const shown = await showResponse(read.storedForm, read.response, accessOf(caller));
    checkIfMatch(ifMatch, shown);
    const properties = applyPatch(updateResponse, shown, withItsMark(body, shown));
    if (!properties) return shown;
    const spam = spamChange(read.response, properties.spam);
    if ('faults' in spam) throw validationFailed(spam.faults);
    if (spam.moves) return move(request, read, { shown, mark: spam.mark });
    const correction = { ...properties, answers: changedAnswers(shown, (body.answers ?? {}) as SubmissionBody) };
    const corrected = await correct(read, correction, { ...request, action });
    return corrected && showResponse(read.storedForm, corrected, accessOf(caller));
  }),
);

/** Moves a response to or from spam. Returns undefined if it has changed since it was read. */
async function move(
  { body, caller, trace }: Request<typeof updateResponse>,
  read: StoredResponse,
  { shown, mark }: { shown: Response; mark: SpamMark | undefined },
) {
  if (applyPatch(updateResponse, shown, { ...body, spam: shown.spam })) throw validationFailed([movesAlone]);
  const writes = [auditWrite(caller, action, shown.id, { changes: { spam: mark !== undefined } })];
  const moved = await moveResponse(read, mark, { trace, writes });
  return moved && showResponse(read.storedForm, moved, accessOf(caller));
}
