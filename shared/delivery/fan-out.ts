import { breakerState } from '../domain/receivers/breaker.ts';
import { completionOf, type IdentifiedEvent } from '../domain/receivers/webhook-events.ts';
import { deliveryKey, newDelivery } from '../store/receivers/deliveries.ts';
import { addressOf, isIntegration, type Receiver, receiversOf, recordOf } from '../store/receivers/receivers.ts';
import { type DeliveryMessage, type Lane, sendDeliveries } from './delivery-queue.ts';

/** An event and whose it is. */
export type Occurrence = IdentifiedEvent & { readonly environmentId: string };

/**
 * Sends each event to every webhook that asked for it, and each completed response to every integration; the same event
 * sent twice makes the same deliveries. Gives the events that did not get through to all.
 *
 * The receivers are read anew each time: one that was made before an event has to get it.
 */
export async function fanOut<T extends Occurrence>(occurrences: readonly T[]): Promise<T[]> {
  const receivers = await receiversByOwner(occurrences);
  const now = Date.now();
  const sent = new Map<DeliveryMessage, { occurrence: T; lane: Lane }>();
  for (const occurrence of occurrences) {
    const { event, environmentId } = occurrence;
    for (const receiver of [environmentId, event.formId].flatMap(owner => receivers.get(owner) ?? [])) {
      const message = messageOf(receiver, occurrence);
      if (message) sent.set(message, { occurrence, lane: laneOf(receiver, now) });
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
async function receiversByOwner(occurrences: readonly Occurrence[]): Promise<Map<string, Receiver[]>> {
  const owners = new Set(occurrences.flatMap(({ environmentId, event }) => [environmentId, event.formId]));
  return new Map(await Promise.all([...owners].map(async owner => [owner, await receiversOf(owner)] as const)));
}

/** What is sent of an event to a receiver; undefined when it is not for it. */
function messageOf(receiver: Receiver, occurrence: Occurrence): DeliveryMessage | undefined {
  const { active, formId } = recordOf(receiver);
  if (!active || (formId !== null && formId !== occurrence.event.formId)) return undefined;
  const wanted = isIntegration(receiver) ? completionOf(occurrence) : occurrence;
  if (!wanted || (!isIntegration(receiver) && !receiver.webhook.events.includes(wanted.event.name))) return undefined;
  const delivery = newDelivery(addressOf(receiver), wanted.event, wanted.identity);
  return { ...deliveryKey(delivery), delivery };
}

const laneOf = ({ health }: Receiver, now: number): Lane =>
  health.slow || breakerState(health, now) !== 'closed' ? 'slow' : 'fast';
