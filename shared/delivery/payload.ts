import type { Delivery } from '../domain/receivers/webhook.ts';
import { payloadOf } from '../domain/receivers/webhook-events.ts';
import { env } from '../env.ts';
import type { StoredForm } from '../store/forms/forms.ts';
import type { StoredWebhook } from '../store/receivers/webhooks.ts';
import { answersFor } from './webhook-answers.ts';

/** Returns the body of a request, with the answers as they are now. */
export const payloadFor = async (
  stored: StoredWebhook,
  delivery: Delivery,
  form: StoredForm | undefined,
): Promise<string> => payloadOf(delivery.event, env('SERVICE_VERSION'), await answersFor(stored, delivery, form));
