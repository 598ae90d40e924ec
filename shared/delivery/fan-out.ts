import { type DeliveryMessage, type Lane, sendDeliveries } from '../aws/work-queues.ts';
import { gate } from '../domain/breaker.ts';
import type { IdentifiedEvent } from '../domain/webhook-events.ts';
import { deliveryKey, newDelivery } from '../store/deliveries.ts';
import { type StoredWebhook, webhooksOf } from '../store/webhooks.ts';

/** An event and whose it is. */
export type Occurrence = IdentifiedEvent & { readonly environmentId: string };

/**
 * Sends each event to every webhook that asked for it; the same event sent twice makes the same deliveries. Gives the
 * events that did not get through to all.
 *
 * The webhooks are read anew each time: one that was made before an event has to get it.
 */
export async function fanOut<T extends Occurrence>(occurrences: readonly T[]): Promise<T[]> {
  const webhooks = await webhooksByOwner(occurrences);
  const now = Date.now();
  const sent = new Map<DeliveryMessage, { occurrence: T; lane: Lane }>();
  for (const occurrence of occurrences) {
    const { event, environmentId } = occurrence;
    const candidates = [environmentId, event.formId].flatMap(owner => webhooks.get(owner) ?? []);
    for (const stored of candidates.filter(candidate => isFor(candidate, occurrence))) {
      sent.set(messageOf(stored, occurrence), { occurrence, lane: laneOf(stored, now) });
    }
  }
  const lanes: readonly Lane[] = ['fast', 'slow'];
  const refused = await Promise.all(
    lanes.map(lane =>
      sendDeliveries(
        lane,
        [...sent.keys()].filter(message => sent.get(message)?.lane === lane),
      ),
    ),
  );
  const unsent = new Set(refused.flat().map(message => sent.get(message)?.occurrence));
  return occurrences.filter(occurrence => unsent.has(occurrence));
}

/** One query for each environment, and one for the own entries of each form. */
async function webhooksByOwner(occurrences: readonly Occurrence[]): Promise<Map<string, StoredWebhook[]>> {
  const owners = new Set(occurrences.flatMap(({ environmentId, event }) => [environmentId, event.formId]));
  return new Map(await Promise.all([...owners].map(async owner => [owner, await webhooksOf(owner)] as const)));
}

function isFor({ webhook }: StoredWebhook, { event }: Occurrence): boolean {
  const ofForm = webhook.formId === null || webhook.formId === event.formId;
  return webhook.active && ofForm && webhook.events.includes(event.name);
}

function messageOf({ owner, webhook }: StoredWebhook, { event, identity }: Occurrence): DeliveryMessage {
  const delivery = newDelivery({ owner, webhookId: webhook.id }, event, identity);
  return { ...deliveryKey(delivery), delivery };
}

const laneOf = ({ health }: StoredWebhook, now: number): Lane =>
  health.slow || gate(health, now) !== 'closed' ? 'slow' : 'fast';
