import { isDigest } from '../domain/receivers/webhook.ts';
import { isFormId } from '../ids.ts';
import { formKeys, formsIn, getForms } from '../store/forms/forms.ts';
import type { Key } from '../store/keys.ts';
import { deliveriesIn, deliveryKey, receiverOfDelivery } from '../store/receivers/deliveries.ts';
import { receiverKeys, receiversIn } from '../store/receivers/receivers.ts';
import { batchGetLists } from '../store/table.ts';
import type { DeliveryMessage } from './delivery-queue.ts';
import type { Task } from './next-step.ts';

/** Reads what the table has for these messages: their deliveries, receivers and forms. */
export async function readTasks(messages: readonly DeliveryMessage[]): Promise<Task[]> {
  const addresses = messages.map(receiverOfDelivery).filter(address => address !== undefined);
  const keys = messages.map(({ pk, sk }) => ({ pk, sk }));
  const expectedForms = new Set(messages.map(expectedFormOf).filter(id => id !== undefined));
  const [receiverItems, deliveryItems, formItems] = await batchGetLists(
    receiverKeys(addresses),
    keys,
    formKeys([...expectedForms]),
  );
  const receivers = receiversIn(receiverItems);
  const deliveries = new Map(deliveriesIn(deliveryItems).map(delivery => [nameOf(deliveryKey(delivery)), delivery]));
  const found = messages.map(message => {
    const stored = deliveries.get(nameOf(message));
    return { message, stored, formId: formIdOf(stored ?? message.delivery) };
  });
  const otherForms = found.flatMap(({ formId }) => (formId === undefined || expectedForms.has(formId) ? [] : formId));
  const forms = new Map([...formsIn(formItems), ...(await getForms(otherForms))]);
  return found.map(({ message, stored, formId }) => {
    const receiver = receivers.get(receiverOfDelivery(message)?.receiverId ?? '');
    const form = formId === undefined ? undefined : forms.get(formId);
    return { message, stored, receiver, form, formGone: formId !== undefined && !form };
  });
}

/** Returns the form that a delivery is probably for: that of the message, or the form whose own the receiver is. */
function expectedFormOf(message: DeliveryMessage): string | undefined {
  if (message.delivery) return formIdOf(message.delivery);
  const owner = receiverOfDelivery(message)?.owner;
  return owner !== undefined && isFormId(owner) ? owner : undefined;
}

/** Returns the form of a delivery. A test has none, and a digest has those of its responses. */
const formIdOf = (delivery: DeliveryMessage['delivery']): string | undefined =>
  delivery && !delivery.test && !isDigest(delivery) ? delivery.event.formId : undefined;

/** Returns the identity of a delivery. */
export const nameOf = ({ pk, sk }: Key): string => `${pk} ${sk}`;
