import { hasRows } from '../../contracts/receivers/integration-types.ts';
import { eventOfErasure } from '../../domain/receivers/webhook-events.ts';
import { dayMs } from '../../durations.ts';
import { deliveryKey, getDeliveries, newDelivery } from '../../store/receivers/deliveries.ts';
import { shownReceiver } from '../../store/receivers/deliveries-of-response.ts';
import type { StoredIntegration } from '../../store/receivers/integrations.ts';
import { addressOf, isIntegration, receiversOf } from '../../store/receivers/receivers.ts';
import type { DataSubjectRequest } from '../../store/responses/data-subject-requests.ts';
import { type FoundBatch, readAllBatches } from '../../store/responses/found-responses.ts';

/** Longer than a delivery is tried. One that does not exist by then was never made. */
const triedMs = 9 * dayMs;

type Disclosures = NonNullable<DataSubjectRequest['disclosedTo']>;
type Rows = NonNullable<Disclosures[number]['rows']>;

/**
 * Counts the rows that integrations have removed, by their deliveries of the erasure.
 *
 * @returns the number of rows that are still to be removed, and the receivers of the responses
 */
export async function rowsOf(request: DataSubjectRequest): Promise<{ pending: number; disclosedTo: Disclosures }> {
  const integrations = await integrationsWithRows(request.environmentId);
  const counts = new Map<string, Rows>();
  for await (const batch of integrations.length > 0 ? readAllBatches(request.id) : []) {
    for (const stored of integrations) {
      const { id, formId } = stored.integration;
      if (batch.erasedAt === undefined || (formId !== null && formId !== batch.formId)) continue;
      const before = counts.get(id) ?? { removed: 0, pending: 0, failed: 0 };
      counts.set(id, sum(before, await rowsOfBatch(stored, batch, batch.erasedAt)));
    }
  }
  const counted = integrations.flatMap(stored => {
    const rows = counts.get(stored.integration.id);
    return rows ? { ...shownReceiver(stored), rows } : [];
  });
  const others = (request.disclosedTo ?? []).filter(({ id }) => !counts.has(id));
  const pending = counted.reduce((all, { rows }) => all + rows.pending, 0);
  return { pending, disclosedTo: [...others, ...counted] };
}

async function integrationsWithRows(environmentId: string): Promise<StoredIntegration[]> {
  const { receivers } = await receiversOf(environmentId);
  return receivers.filter(isIntegration).filter(({ integration }) => hasRows(integration.type));
}

async function rowsOfBatch(stored: StoredIntegration, batch: FoundBatch, erasedAt: string): Promise<Rows> {
  const keys = batch.erasedKeys.map(sortKey => {
    const { event, identity } = eventOfErasure(batch.formId, sortKey, erasedAt);
    return deliveryKey(newDelivery(addressOf(stored), event, identity));
  });
  const deliveries = await getDeliveries(keys);
  const removed = deliveries.filter(({ status }) => status === 'succeeded').length;
  const ended = deliveries.filter(({ status }) => status === 'dead' || status === 'cancelled').length;
  const left = keys.length - removed - ended;
  // A disabled integration gets no deliveries.
  const isOver = !stored.integration.active || Date.now() > Date.parse(erasedAt) + triedMs;
  return { removed, pending: isOver ? 0 : left, failed: ended + (isOver ? left : 0) };
}

const sum = (one: Rows, other: Rows): Rows => ({
  removed: one.removed + other.removed,
  pending: one.pending + other.pending,
  failed: one.failed + other.failed,
});
