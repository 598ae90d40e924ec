import { isDeepStrictEqual } from 'node:util';
import { updateResponse } from '../../shared/contracts/responses/responses.ts';
import type { Answers } from '../../shared/domain/responses/answers.ts';
import { withConsents } from '../../shared/domain/responses/consents.ts';
import { accessOf } from '../../shared/domain/responses/field-policies.ts';
import { addNotes } from '../../shared/domain/responses/notes.ts';
import type { Body, Note, Response, SpamMark } from '../../shared/domain/responses/response.ts';
import { correctSent } from '../../shared/domain/responses/sent-answers.ts';
import { markByHand } from '../../shared/domain/responses/spam.ts';
import { submissionTime } from '../../shared/domain/responses/submission.ts';
import { notFound, validationFailed } from '../../shared/errors.ts';
import type { Fault } from '../../shared/fault.ts';
import { moveFiles } from '../../shared/files/claims.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { type Patched, patched } from '../../shared/http/patched.ts';
import type { Request } from '../../shared/http/read-request.ts';
import { checkIfMatch } from '../../shared/http/reply.ts';
import { retryOnConflict } from '../../shared/retry-on-conflict.ts';
import { auditWrite } from '../../shared/store/audit.ts';
import { addExtraNames } from '../../shared/store/forms/forms.ts';
import { getResponseOf, replaceResponse } from '../../shared/store/responses/responses.ts';
import { openResponse, showResponse } from '../../shared/store/responses/sealed-answers.ts';
import { moveResponse } from '../../shared/store/responses/spam.ts';

type Update = Request<typeof updateResponse>;
type Change = Patched<typeof updateResponse>;
type Read = NonNullable<Awaited<ReturnType<typeof getResponseOf>>>;

export const handler = endpoint(updateResponse, async request =>
  retryOnConflict(async () => {
    const read = await getResponseOf(request.caller, request.params.id);
    if (!read) throw notFound('Response');
    const { response, storedForm } = read;
    const shown = await showResponse(storedForm, response, accessOf(request.caller));
    checkIfMatch(request.ifMatch, shown);
    const body = withItsMark(request.body, shown);
    const change = patched(updateResponse, shown, body);
    if (!change) return shown;
    const isSpam = isMarked(response, change);
    const changed = await (isSpam === (response.spam !== undefined)
      ? replace(read, shown, change, request)
      : move(read, shown, isSpam ? markByHand() : undefined, request));
    return changed && showResponse(storedForm, changed, accessOf(request.caller));
  }),
);

/** Spam that is marked once more keeps the mark that it has. */
const withItsMark = (body: Update['body'], { spam }: Response): Update['body'] =>
  spam && body.spam === true ? { ...body, spam } : body;

/** Undefined if someone else changed the response after it was read. */
async function replace(read: Read, shown: Response, change: Change, { body, caller, trace }: Update) {
  const { storedForm } = read;
  const { form } = storedForm;
  const response = await openResponse(storedForm, read.response);
  const now = new Date().toISOString();
  const sent = changesOf(shown, (body.answers ?? {}) as Body);
  const corrected = correctSent(form, response.answers, sent, change.status);
  const noted = addNotes(response.notes, change.notes, { authorId: caller.id, createdAt: now });
  const { answers, notes } = withoutFaults(corrected, noted);
  const files = await moveFiles(form, response, answers);
  if ('faults' in files) throw validationFailed(files.faults.map(inAnswers));
  const withAudit = (id: string) => [...(files.writes?.(id) ?? []), auditWrite(caller, updateResponse.audited, id)];
  const { status } = change;
  const submittedAt = submissionTime(response, { status, now }, read.item.wasCompleted);
  const corrections = { ...response, status, answers, notes, submittedAt, updatedAt: now };
  const changed = withConsents(form, corrections, sent, now);
  await addExtraNames(storedForm, answers);
  return (await replaceResponse(read, changed, { trace, writes: withAudit })) ? changed : undefined;
}

/** The same: to the spam, or away from it. */
function move(read: Read, shown: Response, mark: SpamMark | undefined, { body, caller, trace }: Update) {
  const { id, spam } = shown;
  if (patched(updateResponse, shown, { ...body, spam })) throw validationFailed([alone]);
  return moveResponse(read, mark, { trace, writes: [auditWrite(caller, updateResponse.audited, id)] });
}

const alone: Fault = {
  field: 'spam',
  rule: 'alone',
  message: 'does not go together with other changes; send them in another request',
};

/** Whether a response is to be spam, after a change. The mark itself is nobody's to write. */
function isMarked({ spam }: Pick<Response, 'spam'>, change: Change): boolean {
  if (typeof change.spam !== 'object') return change.spam === true;
  if (isDeepStrictEqual(change.spam, spam)) return true;
  const message = 'is set by the service; send true, null, or the mark as it was read';
  throw validationFailed([{ field: 'spam', rule: 'readOnly', message }]);
}

/** What is sent back as it was shown is not changed, however little of it that was. */
const changesOf = ({ answers }: Response, sent: Body): Body =>
  Object.fromEntries(
    Object.entries(sent).filter(
      ([id, answer]) => !(Object.hasOwn(answers, id) && isDeepStrictEqual(answer, answers[id])),
    ),
  );

type Checked<T> = T | { faults: Fault[] };

/** Throws the 400 that has the faults of both. */
function withoutFaults(corrected: Checked<{ answers: Answers }>, noted: Checked<{ notes: Note[] }>) {
  if (!('faults' in corrected || 'faults' in noted)) return { ...corrected, ...noted };
  throw validationFailed([...faultsOf(corrected).map(inAnswers), ...faultsOf(noted)]);
}

const faultsOf = (checked: Checked<object>): Fault[] => ('faults' in checked ? checked.faults : []);

const inAnswers = (fault: Fault): Fault => ({ ...fault, field: ['answers', fault.field].filter(Boolean).join('.') });
