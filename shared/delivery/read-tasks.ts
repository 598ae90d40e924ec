import { isDigest } from '../domain/receivers/webhook.ts';
import { getForms } from '../store/forms/forms.ts';
import type { Key } from '../store/keys.ts';
import { deliveryKey, getDeliveries, receiverOfDelivery } from '../store/receivers/deliveries.ts';
import { getReceivers } from '../store/receivers/receivers.ts';
import type { DeliveryMessage } from './delivery-queue.ts';
import type { Task } from './next-step.ts';

/** Reads what the table has for these messages: their deliveries, receivers and forms. */
export async function readTasks(messages: readonly DeliveryMessage[]): Promise<Task[]> {
  const addresses = messages.map(receiverOfDelivery).filter(address => address !== undefined);
  const keys = messages.map(({ pk, sk }) => ({ pk, sk }));
  const [receivers, read] = await Promise.all([getReceivers(addresses), getDeliveries(keys)]);
  const deliveries = new Map(read.map(delivery => [nameOf(deliveryKey(delivery)), delivery]));
  const found = messages.map(message => {
    const stored = deliveries.get(nameOf(message));
    return { message, stored, formId: formIdOf(stored ?? message.delivery) };
  });
  const forms = await getForms(found.map(({ formId }) => formId).filter(id => id !== undefined));
  return found.map(({ message, stored, formId }) => {
    const receiver = receivers.get(receiverOfDelivery(message)?.receiverId ?? '');
    const form = formId === undefined ? undefined : forms.get(formId);
    return { message, stored, receiver, form, formGone: formId !== undefined && !form };
  });
}

/** Returns the form of a delivery. A test has none, and a digest has those of its responses. */
const formIdOf = (delivery: DeliveryMessage['delivery']): string | undefined =>
  delivery && !delivery.test && !isDigest(delivery) ? delivery.event.formId : undefined;

/** Returns the identity of a delivery. */
export const nameOf = ({ pk, sk }: Key): string => `${pk} ${sk}`;
