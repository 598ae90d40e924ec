import { updateResponse } from '../../shared/contracts/responses/responses.ts';
import { changedAnswers } from '../../shared/domain/responses/correction.ts';
import type { Response, SubmissionBody } from '../../shared/domain/responses/response.ts';
import { movesAlone, spamChange, withItsMark } from '../../shared/domain/responses/spam-change.ts';
import type { SpamMark } from '../../shared/domain/spam/spam-signals.ts';
import { notFound, restrictedResponse, validationFailed } from '../../shared/errors.ts';
import type { Fault } from '../../shared/fault.ts';
import { applyPatch, type PatchedBody } from '../../shared/http/apply-patch.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import type { Request } from '../../shared/http/read-request.ts';
import { checkIfMatch } from '../../shared/http/reply.ts';
import { retryOnConflict } from '../../shared/retry-on-conflict.ts';
import { auditWrite } from '../../shared/store/audit.ts';
import { getResponseOf, type StoredResponse } from '../../shared/store/responses/responses.ts';
import { showTo } from '../../shared/store/responses/sealed-answers.ts';
import { moveResponse } from '../../shared/store/responses/spam.ts';
import { correct } from '../../shared/submissions/correct.ts';
import { restrict } from '../../shared/submissions/restrict.ts';

const action = updateResponse.audited;

type UpdateBody = Request<typeof updateResponse>['body'];

export const handler = endpoint(updateResponse, async request =>
  retryOnConflict(async () => {
    const { params, body, caller, ifMatch } = request;
    const read = await getResponseOf(caller, params.id);
    if (!read) throw notFound('Response');
    const shown = await showTo(caller, read.storedForm, read.response);
    checkIfMatch(ifMatch, shown);
    const properties = applyPatch(updateResponse, shown, withItsMark(asShown(body, shown), shown));
    if (!properties) return shown;
    const moves = moveOf(request, read, shown, properties);
    if (moves) return moves();
    const correction = { ...properties, answers: changedAnswers(shown, (body.answers ?? {}) as SubmissionBody) };
    const corrected = await correct(read, correction, { ...request, action });
    return corrected && showTo(caller, read.storedForm, corrected);
  }),
);

/** Returns the body of an update, without a restriction that it lifts in vain. */
function asShown({ restricted, ...body }: UpdateBody, shown: Response): UpdateBody {
  return restricted === undefined || (!restricted && !shown.restricted) ? body : { ...body, restricted };
}

/**
 * Returns what moves a response to spam, restricts it, or undoes that, or undefined for any other change. Throws if the
 * change is not allowed.
 */
function moveOf(
  request: Request<typeof updateResponse>,
  read: StoredResponse,
  shown: Response,
  { restricted = false, restrictionReason, spam: sent }: PatchedBody<typeof updateResponse>,
) {
  if (restricted !== (shown.restricted ?? false)) return () => changeRestriction(request, read, shown);
  if (restrictionReason !== undefined) throw validationFailed([withoutRestriction]);
  if (restricted) throw restrictedResponse();
  const spam = spamChange(read.response, sent);
  if ('faults' in spam) throw validationFailed(spam.faults);
  return spam.moves ? () => move(request, read, { shown, mark: spam.mark }) : undefined;
}

/** Moves a response to or from spam. Returns undefined if it has changed since it was read. */
async function move(
  { body, caller, trace }: Request<typeof updateResponse>,
  read: StoredResponse,
  { shown, mark }: { shown: Response; mark: SpamMark | undefined },
) {
  if (applyPatch(updateResponse, shown, { ...body, spam: shown.spam })) throw validationFailed([movesAlone]);
  const writes = [auditWrite(caller, action, shown.id, { changes: { spam: mark !== undefined } })];
  const moved = await moveResponse(read, mark, { trace, writes });
  return moved && showTo(caller, read.storedForm, moved);
}

const withoutRestriction: Fault = {
  ...{ field: 'restrictionReason', rule: 'noEffect' },
  message: 'is for a change of restricted',
};

const restrictsAlone: Fault = { ...movesAlone, field: 'restricted' };

/** Restricts a response, or lifts the restriction. Returns undefined if it has changed since it was read. */
async function changeRestriction(
  { body, caller }: Request<typeof updateResponse>,
  read: StoredResponse,
  shown: Response,
) {
  const { restricted, restrictionReason, ...others } = body;
  const reason = restrictionReason === undefined ? undefined : String(restrictionReason);
  if (applyPatch(updateResponse, shown, withItsMark(others, shown))) throw validationFailed([restrictsAlone]);
  const changed = await restrict(read, { restricts: restricted === true, reason }, caller);
  return changed && showTo(caller, read.storedForm, changed);
}
