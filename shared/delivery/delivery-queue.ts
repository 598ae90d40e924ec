import { type QueueMessage, sendMessage, sendMessages, type Unsent } from '../aws/queues.ts';
import type { Delivery } from '../domain/receivers/webhook.ts';
import type { Setting } from '../env.ts';
import type { WorkMessage } from '../jobs/enqueue-due.ts';
import { receiverOfDelivery } from '../store/receivers/deliveries.ts';

/** A request for an attempt at a delivery. */
export type DeliveryMessage = WorkMessage & {
  /** A whole new delivery, which is stored with the result of its first attempt. */
  readonly delivery?: Delivery;
  /** The number of earlier attempts. */
  readonly attempts?: number;
  /** A delivery that died after its last attempt. Its message waits among the dead letters to be sent back. */
  readonly deadAfter?: number;
};

/** The lanes: first attempts, and everything that may take long. Each has its own workers. */
export type Lane = 'fast' | 'slow';

const laneQueues: Readonly<Record<Lane, Setting>> = {
  fast: 'FAST_DELIVERIES_QUEUE_URL',
  slow: 'SLOW_DELIVERIES_QUEUE_URL',
};

/** Sends a delivery to a lane, to arrive after a number of seconds, `delaySecondsMax` at most. */
export function sendDelivery(lane: Lane, message: DeliveryMessage, delaySeconds = 0): Promise<void> {
  return sendMessage(laneQueues[lane], queueMessage(message, delaySeconds));
}

/** Sends a dead delivery to the queue in which operators see it and can send it back. */
export function sendDeadDelivery(message: DeliveryMessage): Promise<void> {
  return sendMessage('DEAD_DELIVERIES_QUEUE_URL', queueMessage(message));
}

/** Sends deliveries to a lane, each with its delay in seconds. Returns those that the queue did not take. */
export function sendDeliveries(
  lane: Lane,
  messages: readonly DeliveryMessage[],
  delaySecondsOf: (message: DeliveryMessage) => number,
): Promise<Unsent<DeliveryMessage>[]> {
  return sendMessages(laneQueues[lane], messages, message => queueMessage(message, delaySecondsOf(message)));
}

/** Returns a message in the receiver's group, so that its backlog does not delay others. */
const queueMessage = (message: DeliveryMessage, delaySeconds = 0): QueueMessage => ({
  body: message,
  delaySeconds,
  group: receiverOfDelivery(message)?.receiverId,
});
