import { contentOf, type IntegrationContent, testContent } from '../domain/receivers/integration-content.ts';
import type { Delivery } from '../domain/receivers/webhook.ts';
import { removers, senders } from '../integrations/senders.ts';
import type { CallTimes } from '../outbound/call-receiver.ts';
import { callService, ServiceRefusal } from '../outbound/call-service.ts';
import type { Removal } from '../outbound/sending.ts';
import { getForm, type StoredForm } from '../store/forms/forms.ts';
import type { StoredIntegration } from '../store/receivers/integrations.ts';
import { addressOf } from '../store/receivers/receivers.ts';
import { getResponse } from '../store/responses/responses.ts';
import { showResponse } from '../store/responses/sealed-answers.ts';
import type { DeliveryOutcome } from './attempt-record.ts';
import { credentialOf } from './secrets.ts';

/**
 * Sends the current version of a response to an integration's service, or removes what it has of an erased one. Returns
 * undefined if the response is gone.
 */
export async function attemptIntegration(
  stored: StoredIntegration,
  delivery: Delivery,
  form: StoredForm | undefined,
  { deadlineMs, silence }: CallTimes,
): Promise<DeliveryOutcome | undefined> {
  const { type } = stored.integration;
  if (type === 'email') return undefined;
  const work = await workFor(type, stored, delivery, form);
  if (!work) return undefined;
  const startedAt = performance.now();
  const passed = () => Math.round(performance.now() - startedAt);
  try {
    const status = await work({
      integration: stored.integration,
      address: addressOf(stored),
      credential: await credentialOf(stored),
      call: request => callService(request, { deadlineMs: deadlineMs - passed(), silence }),
    });
    return { succeeded: true, status, latencyMs: passed() };
  } catch (error) {
    if (!(error instanceof ServiceRefusal)) throw error;
    const { status, message, retryAfter, timedOut, isFinal } = error;
    return {
      succeeded: false,
      ...(status !== undefined && { status }),
      error: message,
      latencyMs: passed(),
      ...(retryAfter !== undefined && { retryAfter }),
      timedOut,
      refused: isFinal,
    };
  }
}

type Work = (target: Omit<Removal, 'responseId'>) => Promise<number>;

/** Returns what calls the service, or undefined if there is nothing to send or remove. */
async function workFor(
  type: keyof typeof senders,
  stored: StoredIntegration,
  delivery: Delivery,
  form: StoredForm | undefined,
): Promise<Work | undefined> {
  const { name, responseId } = delivery.event;
  if (name === 'response.erased') {
    const remove = removers[type];
    return remove && responseId !== undefined ? target => remove({ ...target, responseId }) : undefined;
  }
  const content = await contentFor(stored, delivery, form);
  return content && (target => senders[type]({ ...target, content, isRepeat: delivery.attemptCount > 0 }));
}

/** Reads what to send. A delivery has only IDs, so the answers are read now. */
export async function contentFor(
  { integration }: StoredIntegration,
  { event, test }: Delivery,
  form: StoredForm | undefined,
): Promise<IntegrationContent | undefined> {
  const { responseId = '', timestamp: submittedAt } = event;
  const { formId, config } = integration;
  const choice = { personal: config.includePersonalData };
  if (test) {
    const tested = formId === null ? undefined : await getForm(formId);
    return testContent(tested?.form, { responseId, submittedAt }, choice);
  }
  const read = form && (await getResponse(responseId, form));
  return read && contentOf(form.form, await showResponse(form, read.response, 'limited'), choice);
}
