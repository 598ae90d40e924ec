import type { Response } from '../../../shared/domain/responses/response.ts';
import { dayMs } from '../../../shared/durations.ts';
import { newFileId, newResponseId } from '../../../shared/ids.ts';
import type { StoredForm } from '../../../shared/store/forms/forms.ts';
import { itemOf } from '../../../shared/store/responses/responses.ts';
import { claimFileWrite, putUpload } from '../../../shared/store/responses/uploads.ts';
import { batchPut, writeIfUnchanged } from '../../../shared/store/table.ts';

/** Returns a form's response that was submitted at this time, in milliseconds since the epoch. */
export function responseAt(
  { form, shards }: Pick<StoredForm, 'form' | 'shards'>,
  time: number,
  content: Partial<Pick<Response, 'status' | 'answers'>> = {},
): Response {
  const at = new Date(time).toISOString();
  const { status = 'completed', answers = { name: 'Ada' } } = content;
  const meta = { source: 'browser' as const };
  return {
    ...{ id: newResponseId(form.id, shards, time), formId: form.id, formVersion: 1, environment: form.environment },
    ...{ status, startedAt: at, submittedAt: at, updatedAt: at, answers, notes: [], meta },
  };
}

/** Stores a response that was submitted some days ago and answers `cv` with a file. */
export async function oldWithFile(
  stored: StoredForm,
  daysAgo: number,
  answers: Response['answers'] = {},
): Promise<{ response: Response; fileId: string }> {
  const { environmentId, form } = stored;
  const fileId = newFileId(form.id, Date.now());
  const upload = {
    ...{ fileId, formId: form.id, environmentId, fieldId: 'cv', fileName: 'Ada.pdf' },
    ...{ contentType: 'application/pdf', size: 3 },
  };
  await putUpload(upload);
  const response = responseAt(stored, Date.now() - daysAgo * dayMs, { answers: { ...answers, cv: fileId } });
  await batchPut([itemOf(response, environmentId)]);
  await writeIfUnchanged([claimFileWrite({ ...upload, state: 'signed' }, response.id, stored)]);
  return { response, fileId };
}

/** Stores responses that were submitted at these times, when the form had no retention. */
export async function storeAt(stored: StoredForm, times: readonly number[]): Promise<Response[]> {
  const responses = times.map(time => responseAt(stored, time));
  await batchPut(responses.map(response => itemOf(response, stored.environmentId)));
  return responses;
}
