import { isDeepStrictEqual } from 'node:util';
import { updateResponse } from '../../shared/contracts/responses/responses.ts';
import type { Answers } from '../../shared/domain/responses/answers.ts';
import { accessOf } from '../../shared/domain/responses/field-policies.ts';
import { addNotes } from '../../shared/domain/responses/notes.ts';
import type { Body, Note, Response } from '../../shared/domain/responses/response.ts';
import { correctShownAnswers } from '../../shared/domain/responses/shown-answers.ts';
import { notFound, validationFailed } from '../../shared/errors.ts';
import type { Fault } from '../../shared/fault.ts';
import { moveFiles } from '../../shared/files/claims.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { patched } from '../../shared/http/patched.ts';
import { checkIfMatch } from '../../shared/http/reply.ts';
import { retryOnConflict } from '../../shared/retry-on-conflict.ts';
import { auditWrite } from '../../shared/store/audit.ts';
import { getResponseOf, replaceResponse } from '../../shared/store/responses/responses.ts';
import { openResponse, showResponse } from '../../shared/store/responses/sealed-answers.ts';

export const handler = endpoint(updateResponse, async ({ params, body, caller, ifMatch, trace }) =>
  retryOnConflict(async () => {
    const read = await getResponseOf(caller, params.id);
    if (!read) throw notFound('Response');
    const { storedForm } = read;
    const shown = await showResponse(storedForm, read.response, accessOf(caller));
    checkIfMatch(ifMatch, shown);
    const change = patched(updateResponse, shown, body);
    if (!change) return shown;
    const { form } = storedForm;
    const response = await openResponse(storedForm, read.response);
    const now = new Date().toISOString();
    const sent = changesOf(shown, (body.answers ?? {}) as Body);
    const corrected = correctShownAnswers(form.fields, response.answers, sent, change.status);
    const noted = addNotes(response.notes, change.notes, { authorId: caller.id, createdAt: now });
    const { answers, notes } = withoutFaults(corrected, noted);
    const files = await moveFiles(form, response, answers);
    if ('faults' in files) throw validationFailed(files.faults.map(inAnswers));
    const withAudit = (id: string) => [...(files.writes?.(id) ?? []), auditWrite(caller, updateResponse.audited, id)];
    const changed = { ...response, status: change.status, answers, notes, updatedAt: now };
    const isStored = await replaceResponse(read, changed, { trace, writes: withAudit });
    return isStored ? showResponse(storedForm, changed, accessOf(caller)) : undefined;
  }),
);

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
