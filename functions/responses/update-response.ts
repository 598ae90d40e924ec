import { updateResponse } from '../../shared/contracts/responses/responses.ts';
import { addNotes } from '../../shared/domain/responses/notes.ts';
import { type Body, correctAnswers } from '../../shared/domain/responses/response.ts';
import { notFound, validationFailed } from '../../shared/errors.ts';
import type { Fault } from '../../shared/fault.ts';
import { moveFiles } from '../../shared/files/claims.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { patched } from '../../shared/http/patched.ts';
import { checkIfMatch } from '../../shared/http/reply.ts';
import { retryOnConflict } from '../../shared/retry-on-conflict.ts';
import { getResponseOf, replaceResponse } from '../../shared/store/responses/responses.ts';

export const handler = endpoint(updateResponse, async ({ params, body, caller, ifMatch, trace }) =>
  retryOnConflict(async () => {
    const read = await getResponseOf(caller, params.id);
    if (!read) throw notFound('Response');
    const { response, form } = read;
    checkIfMatch(ifMatch, response);
    const change = patched(updateResponse, response, body);
    if (!change) return response;
    const { status } = change;
    const now = new Date().toISOString();
    const corrected = correctAnswers(form.fields, response.answers, (body.answers ?? {}) as Body, status);
    const noted = addNotes(response.notes, change.notes, { authorId: caller.id, createdAt: now });
    if ('faults' in corrected || 'faults' in noted) {
      throw validationFailed([...faultsOf(corrected).map(inAnswers), ...faultsOf(noted)]);
    }
    const files = await moveFiles(form, response, corrected.answers);
    if ('faults' in files) throw validationFailed(files.faults.map(inAnswers));
    const changed = { ...response, status, answers: corrected.answers, notes: noted.notes, updatedAt: now };
    return (await replaceResponse(read, changed, { trace, writes: files.writes })) ? changed : undefined;
  }),
);

const faultsOf = (checked: object | { faults: Fault[] }): Fault[] => ('faults' in checked ? checked.faults : []);

const inAnswers = (fault: Fault): Fault => ({ ...fault, field: ['answers', fault.field].filter(Boolean).join('.') });
