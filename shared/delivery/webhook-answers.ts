import { mayHaveAnswers } from '../contracts/webhook-events.ts';
import type { Delivery } from '../domain/receivers/webhook.ts';
import { type AnsweredFile, type WebhookAnswers, webhookAnswers } from '../domain/receivers/webhook-answers.ts';
import { fileIdsIn } from '../domain/responses/file-changes.ts';
import type { Response } from '../domain/responses/response.ts';
import type { StoredForm } from '../store/forms/forms.ts';
import type { StoredWebhook } from '../store/receivers/webhooks.ts';
import { getResponse } from '../store/responses/responses.ts';
import { showResponse } from '../store/responses/sealed-answers.ts';
import { getUploads } from '../store/responses/uploads.ts';

/** Returns the current answers for a delivery, or undefined if it has none or the response is gone. */
export async function answersFor(
  { webhook }: StoredWebhook,
  { event, test }: Delivery,
  form: StoredForm | undefined,
): Promise<WebhookAnswers | undefined> {
  if (!webhook.includeAnswers || !mayHaveAnswers(event.name)) return undefined;
  if (test) return {};
  const read = form && event.responseId && (await getResponse(event.responseId, form));
  if (!read) return undefined;
  const response = await showResponse(form, read.response, 'limited');
  return webhookAnswers(form.form, response.answers, await filesOf(response));
}

async function filesOf({ id, formId, answers }: Response): Promise<Map<string, AnsweredFile>> {
  const uploads = await getUploads(fileIdsIn(formId, answers));
  // The sender chooses the answer. Only the upload says which response has a file.
  const own = [...uploads.values()].filter(({ responseId }) => responseId === id);
  return new Map(
    own.map(({ fileId, fileName: name, size, contentType: type }) => [fileId, { fileId, name, size, type }] as const),
  );
}
