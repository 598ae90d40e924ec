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
  const counts = await countRows(request);
  const others = (request.disclosedTo ?? []).filter(({ id }) => !counts.has(id));
  const counted = [...counts.values()].map(({ stored, rows }) => ({ ...shownReceiver(stored), rows }));
  const pending = counted.reduce((all, { rows }) => all + rows.pending, 0);
  return { pending, disclosedTo: [...others, ...counted] };
}

type Counted = { readonly stored: StoredIntegration; readonly rows: Rows };

/** Counts the rows of each integration whose forms have erased responses. */
async function countRows({ id, environmentId }: DataSubjectRequest): Promise<Map<string, Counted>> {
  const integrations = await integrationsWithRows(environmentId);
  const counts = new Map<string, Counted>();
  if (integrations.length === 0) return counts;
  for await (const batch of readAllBatches(id)) {
    for (const stored of integrations.filter(each => isAbout(each, batch))) {
      const { rows = none } = counts.get(stored.integration.id) ?? {};
      counts.set(stored.integration.id, { stored, rows: sum(rows, await rowsOfBatch(stored, batch)) });
    }
  }
  return counts;
}

const none: Rows = { removed: 0, pending: 0, failed: 0 };

const isAbout = ({ integration: { formId } }: StoredIntegration, batch: FoundBatch): boolean =>
  batch.erasedAt !== undefined && (formId === null || formId === batch.formId);

async function integrationsWithRows(environmentId: string): Promise<StoredIntegration[]> {
  const { receivers } = await receiversOf(environmentId);
  return receivers.filter(isIntegration).filter(({ integration }) => hasRows(integration.type));
}

async function rowsOfBatch(stored: StoredIntegration, batch: FoundBatch): Promise<Rows> {
  const { erasedAt = '' } = batch;
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
