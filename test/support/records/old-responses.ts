import type { Response } from '../../../shared/domain/responses/response.ts';
import { newResponseId } from '../../../shared/ids.ts';
import type { StoredForm } from '../../../shared/store/forms/forms.ts';
import { itemOf } from '../../../shared/store/responses/responses.ts';
import { batchPut } from '../../../shared/store/table.ts';

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

/** Stores responses that were submitted at these times, when the form had no retention. */
export async function storeAt(stored: StoredForm, times: readonly number[]): Promise<Response[]> {
  const responses = times.map(time => responseAt(stored, time));
  await batchPut(responses.map(response => itemOf(response, stored.environmentId)));
  return responses;
}
