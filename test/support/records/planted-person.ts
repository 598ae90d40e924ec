import { randomUUID } from 'node:crypto';
import { signUpload } from '../../../shared/aws/s3/file-urls.ts';
import type { Caller } from '../../../shared/domain/accounts/caller.ts';
import type { Response } from '../../../shared/domain/responses/response.ts';
import { newFileId } from '../../../shared/ids.ts';
import { getForm, replaceForm, type StoredForm } from '../../../shared/store/forms/forms.ts';
import { newDelivery, recordSuccess } from '../../../shared/store/receivers/deliveries.ts';
import { getResponse } from '../../../shared/store/responses/responses.ts';
import { moveResponse } from '../../../shared/store/responses/spam.ts';
import { createResponse, type SubmissionTies } from '../../../shared/store/responses/submissions.ts';
import { claimFileWrite, putUpload, type Upload } from '../../../shared/store/responses/uploads.ts';
import { eventAt, formWithFields, keyedTies, storedWebhook } from './records.ts';

/** Stores a response with these answers, as if a browser had sent it. */
export async function submitAs(
  stored: StoredForm,
  answers: Response['answers'],
  ties: SubmissionTies & { status?: Response['status'] } = {},
): Promise<Response> {
  const { status = 'completed', ...rest } = ties;
  const { id: formId, environment } = stored.form;
  const content = { formId, formVersion: 1, environment, status, answers, notes: [] };
  const meta = { source: 'browser' as const };
  const response = await createResponse(stored, { ...content, meta }, { browser: true, ...rest });
  if (!response) throw new Error('The response is not stored');
  return response;
}

/** Returns a sent file and the write that assigns it to a response. */
export async function sentFile(stored: StoredForm, fileName: string) {
  const { form, environmentId } = stored;
  const upload = {
    ...{ fileId: newFileId(form.id, Date.now()), formId: form.id, environmentId, fieldId: 'cv' },
    ...{ fileName, contentType: 'text/plain', size: 5 },
  };
  await putUpload(upload);
  const { url, headers } = await signUpload(upload, 300);
  await fetch(url, { method: 'PUT', body: 'hello', headers });
  return { upload, writes: ({ id }: Pick<Response, 'id'>) => [claimFileWrite(upload as Upload, id, stored)] };
}

const fields = [
  { id: 'name', type: 'text' as const, identifies: true },
  { id: 'email', type: 'email' as const },
  { id: 'cv', type: 'file' as const },
];

/** Returns the form with other fields or another status, as an update stores it. */
export async function changed(stored: StoredForm, change: Partial<StoredForm['form']>): Promise<StoredForm> {
  await replaceForm(stored, { ...stored.form, ...change });
  const read = await getForm(stored.form.id);
  if (!read) throw new Error('The form is gone');
  return read;
}

/**
 * Creates a person with their own address in several forms of the caller's environment: a live one that seals the
 * address, an archived one, and one that no longer has the field. The person also has a visit, an Idempotency-Key, a
 * file, spam, and a delivery with their data. Each form also has a response of another person.
 */
export async function plantPerson(caller: Caller) {
  const name = `ada-${randomUUID()}`;
  const email = `${name}@example.com`;
  const [live, archived, retired] = [
    await formWithFields(caller, { fields, fieldPolicies: { email: 'encrypted' } }),
    await formWithFields(caller, { fields }),
    await formWithFields(caller, { fields }),
  ];
  const file = await sentFile(live, `${name}.txt`);
  const [sessionId, idempotencyKey] = [randomUUID(), randomUUID()];
  const theirs = [
    await submitAs(
      live,
      { name, email, cv: file.upload.fileId },
      keyedTies({ sessionId, idempotencyKey }, file.writes),
    ),
    await submitAs(live, { email: email.toUpperCase() }, { status: 'partial', sessionId: randomUUID() }),
    await submitAs(archived, { name: 'Lovelace', email }),
    await submitAs(retired, { email }),
  ];
  const others = [
    await submitAs(
      live,
      { name: 'Grace', email: 'ada@example.com' },
      keyedTies({ sessionId: randomUUID(), idempotencyKey: randomUUID() }),
    ),
    await submitAs(archived, { name: 'Alan' }),
    await submitAs(retired, { email: 'alan@example.com' }),
  ];
  const read = await getResponse(theirs[1]?.id ?? '', live);
  if (read) await moveResponse(read, { score: 1, reasons: ['manual'], at: new Date().toISOString() } as never);
  await changed(archived, { status: 'archived' });
  await changed(retired, { fields: fields.slice(0, 1) });
  const webhook = await storedWebhook(caller);
  for (const { id, formId } of [...theirs, ...others]) await deliver(webhook, { id, formId });
  return { name, email, file: file.upload, forms: { live, archived, retired }, theirs, others, webhook };
}

type StoredWebhook = Awaited<ReturnType<typeof storedWebhook>>;

/** Stores a webhook's delivery of a response, with an answer, about an event at this time (ms since the epoch). */
export async function deliver(
  { webhook, owner }: StoredWebhook,
  { id, formId }: { id: string; formId: string },
  eventTime = Date.now(),
) {
  const delivery = newDelivery(
    { receiverId: webhook.id, owner },
    { ...eventAt(eventTime, formId), responseId: id },
    id,
  );
  const at = new Date().toISOString();
  await recordSuccess(delivery, { number: 1, at, status: 200, latencyMs: 1, body: id } as never);
}
