import { eventOfErasure } from '../../../shared/domain/receivers/webhook-events.ts';
import type { Response } from '../../../shared/domain/responses/response.ts';
import { responseAddress } from '../../../shared/ids.ts';
import { newDelivery, scheduleDelivery } from '../../../shared/store/receivers/deliveries.ts';
import type { StoredIntegration } from '../../../shared/store/receivers/integrations.ts';
import { addressOf } from '../../../shared/store/receivers/receivers.ts';

/** Sends an integration the event of an erased response. */
export async function sendErasure(stored: StoredIntegration, { id, formId }: Pick<Response, 'id' | 'formId'>) {
  const { sortKey = '' } = responseAddress(id) ?? {};
  const { event, identity } = eventOfErasure(formId, sortKey, new Date(Date.now() + 1000).toISOString());
  await scheduleDelivery(newDelivery(addressOf(stored), event, identity), stored.environmentId);
}
