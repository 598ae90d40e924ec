import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { receiveAgainSoon } from '../../shared/aws/queues.ts';
import { deliverBatch, type ReceivedMessage } from '../../shared/delivery/deliver-batch.ts';
import type { DeliveryMessage } from '../../shared/delivery/delivery-queue.ts';
import { parseRetryDelays } from '../../shared/domain/receivers/backoff.ts';
import { env } from '../../shared/env.ts';
import { log } from '../../shared/log.ts';
import { receiverOfDelivery } from '../../shared/store/receivers/deliveries.ts';

/** The time in ms reserved after the last attempt to write its result. */
const reserveMs = 5000;

/** Processes one lane. What a receiver does wrong is handled; only our own faults return a message to the queue. */
export const handler = async ({ Records }: SQSEvent, context: Context): Promise<SQSBatchResponse> => {
  const readable = Records.flatMap(record => receivedOf(record) ?? []);
  const unreadable = Records.filter(({ messageId }) => !readable.some(({ id }) => id === messageId));
  const failed = await deliverBatch(readable, {
    deadlineMs: Number(env('DELIVERY_DEADLINE_SECONDS')) * 1000,
    retryDelays: parseRetryDelays(env('WEBHOOK_RETRY_DELAYS_SECONDS')),
    endsAt: Date.now() + context.getRemainingTimeInMillis() - reserveMs,
    reroutesSlow: env('DELIVERY_LANE') === 'fast',
  });
  const ids = [...unreadable.map(({ messageId }) => messageId), ...failed];
  await receiveAgainSoon(Records.filter(({ messageId }) => ids.includes(messageId)));
  return { batchItemFailures: ids.map(itemIdentifier => ({ itemIdentifier })) };
};

/** Reads a message. One that is not a delivery request fails until it reaches the dead-letter queue. */
function receivedOf({ messageId, body }: SQSRecord): ReceivedMessage | undefined {
  try {
    const message = JSON.parse(body) as DeliveryMessage;
    if (isDeliveryMessage(message)) return { id: messageId, message };
  } catch {
    // Reported below. The log gets only the id, since the body could be anything.
  }
  log.error('a message is not a delivery request', { messageId });
  return undefined;
}

const isDeliveryMessage = ({ pk, sk }: Partial<DeliveryMessage>): boolean =>
  pk !== undefined && sk !== undefined && receiverOfDelivery({ pk, sk }) !== undefined;
