import { isRefusal } from '../aws/is-refusal.ts';
import type { Unsent } from '../aws/queues.ts';
import { hasRows } from '../contracts/receivers/integration-types.ts';
import { completionOf, type IdentifiedEvent } from '../domain/receivers/webhook-events.ts';
import { log } from '../log.ts';
import { deliveryKey, newDelivery } from '../store/receivers/deliveries.ts';
import type { StoredIntegration } from '../store/receivers/integrations.ts';
import {
  addressOf,
  isAutoresponder,
  isIntegration,
  type Receiver,
  receiversOf,
  recordOf,
} from '../store/receivers/receivers.ts';
import { type DeliveryMessage, type Lane, sendDeliveries } from './delivery-queue.ts';
import { type Route, routeFor } from './next-step.ts';

/** An event and its owner. */
export type Occurrence = IdentifiedEvent & { readonly environmentId: string };

/**
 * Sends each event to every webhook that subscribes to it, and each completed response to every integration and the
 * form's autoresponder. Repeating an event creates the same deliveries. Returns the events that didn't reach all
 * receivers.
 *
 * The receivers are read each time, because one that was created before an event must get it.
 */
export async function fanOut<T extends Occurrence>(occurrences: readonly T[]): Promise<Unsent<T>[]> {
  const known = await receiversByOwner(occurrences);
  const now = Date.now();
  const plans = occurrences.map(occurrence => planOf(occurrence, known, now));
  const sent = plans.flatMap(({ occurrence, messages }) => messages.map(each => ({ ...each, occurrence })));
  const occurrenceOf = new Map(sent.map(({ message, occurrence }) => [message, occurrence]));
  const delayOf = new Map(sent.map(({ message, delaySeconds }) => [message, delaySeconds]));
  const sendBy = (wanted: Lane) =>
    sendDeliveries(
      wanted,
      sent.filter(({ lane }) => lane === wanted).map(({ message }) => message),
      message => delayOf.get(message) ?? 0,
    );
  const unsent = (await Promise.all([sendBy('fast'), sendBy('slow')])).flat();
  return [
    ...plans.filter(({ isWhole }) => !isWhole).map(({ occurrence }) => ({ unsent: occurrence, isRefused: true })),
    ...unsent.map(({ unsent: message, isRefused }) => ({ unsent: occurrenceOf.get(message) as T, isRefused })),
  ];
}

/** The receivers. `isWhole` means that none is damaged. */
type CachedReceivers = { readonly receivers: readonly Receiver[]; readonly isWhole: boolean };

/** Reads receivers with one query for each environment, and one for each form’s own entries. */
async function receiversByOwner(occurrences: readonly Occurrence[]): Promise<Map<string, CachedReceivers>> {
  const owners = new Set(occurrences.flatMap(({ environmentId, event }) => [environmentId, event.formId]));
  return new Map(await Promise.all([...owners].map(async owner => [owner, await knownOf(owner)] as const)));
}

async function knownOf(owner: string): Promise<CachedReceivers> {
  try {
    const { receivers, damaged } = await receiversOf(owner);
    if (damaged.length > 0) log.error('items of receivers are damaged', { keys: damaged });
    return { receivers, isWhole: damaged.length === 0 };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    log.error('the receivers of an owner cannot be read', { error: error as Error, owner });
    return { receivers: [], isWhole: false };
  }
}

/** The messages of an event, and their lanes. */
type Plan<T> = {
  readonly occurrence: T;
  readonly messages: readonly (Route & { readonly message: DeliveryMessage })[];
  readonly isWhole: boolean;
};

function planOf<T extends Occurrence>(
  occurrence: T,
  known: ReadonlyMap<string, CachedReceivers>,
  now: number,
): Plan<T> {
  const found = [occurrence.environmentId, occurrence.event.formId].flatMap(owner => known.get(owner) ?? []);
  const messages: Plan<T>['messages'][number][] = [];
  let isWhole = found.every(each => each.isWhole);
  for (const receiver of found.flatMap(({ receivers }) => receivers)) {
    try {
      const message = messageOf(receiver, occurrence);
      if (message) messages.push({ message, ...routeFor(receiver.health, now) });
    } catch (error) {
      log.error('an event cannot be sent to a receiver', { error: error as Error, ...addressOf(receiver) });
      isWhole = false;
    }
  }
  return { occurrence, messages, isWhole };
}

/** Returns an event's message for a receiver; undefined if the event is not for it. */
function messageOf(receiver: Receiver, occurrence: Occurrence): DeliveryMessage | undefined {
  const { active, formId } = recordOf(receiver);
  if (!active || (formId !== null && formId !== occurrence.event.formId)) return undefined;
  const wanted = eventFor(receiver, occurrence);
  if (!wanted) return undefined;
  const delivery = newDelivery(addressOf(receiver), wanted.event, wanted.identity);
  return { ...deliveryKey(delivery), delivery };
}

function eventFor(receiver: Receiver, occurrence: Occurrence): Pick<Occurrence, 'identity' | 'event'> | undefined {
  // A response that leaves the spam folder days later gets no automatic reply.
  if (isAutoresponder(receiver)) return occurrence.wasSpam ? undefined : completionOf(occurrence);
  if (isIntegration(receiver)) return isRemoval(receiver, occurrence) ? occurrence : completionOf(occurrence);
  const { events, partials } = receiver.webhook;
  const isForIt = occurrence.partials === undefined || occurrence.partials === partials;
  return isForIt && events.includes(occurrence.event.name) ? occurrence : undefined;
}

/** Whether the integration has to remove the row of an erased response. */
const isRemoval = ({ integration }: StoredIntegration, { event }: Occurrence): boolean =>
  event.name === 'response.erased' && hasRows(integration.type);
