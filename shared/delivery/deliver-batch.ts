import { log } from '../log.ts';
import { getForms } from '../store/forms/forms.ts';
import type { Key } from '../store/keys.ts';
import { deliveryKey, getDeliveries, receiverOfDelivery } from '../store/receivers/deliveries.ts';
import { getReceiver, getReceivers, type Receiver } from '../store/receivers/receivers.ts';
import { deliver, type LanePace, type Task } from './deliver.ts';
import { type DeliveryMessage, sendDelivery } from './delivery-queue.ts';

/** A message of a queue: its id there, and what it asks for. */
export type Received = { readonly id: string; readonly message: DeliveryMessage };

export type BatchPace = LanePace & {
  /** When the run has to be over: ms since the epoch. No attempt begins that might not end before. */
  readonly endsAt: number;
  /** Passes what is left of a receiver that proves slow to the other lane. */
  readonly reroutesSlow: boolean;
};

/** Attempts that a run makes for one receiver at a time. With the runs that there may be, it never has more than 20. */
const inFlightMax = 2;

/** How long a receiver is trusted before it is read again, in ms: a deleted one gets nothing more. */
const knownMs = 100;

/** Makes the attempts that are asked for, those of one receiver two at a time. Gives the ids of the messages that failed. */
export async function deliverBatch(received: readonly Received[], pace: BatchPace): Promise<string[]> {
  const messages = new Map(received.map(({ message }) => [nameOf(message), message]));
  const tasks = await tasksOf([...messages.values()]);
  const groups = Map.groupBy(tasks, ({ message }) => receiverOfDelivery(message)?.receiverId ?? '');
  const failed = (await Promise.all([...groups.values()].map(group => deliverGroup(group, pace)))).flat();
  const names = new Set(failed.map(nameOf));
  return received.filter(({ message }) => names.has(nameOf(message))).map(({ id }) => id);
}

const nameOf = ({ pk, sk }: Key): string => `${pk} ${sk}`;

async function tasksOf(messages: readonly DeliveryMessage[]): Promise<Task[]> {
  const addresses = messages.map(receiverOfDelivery).filter(address => address !== undefined);
  const keys = messages.map(({ pk, sk }) => ({ pk, sk }));
  const [receivers, read] = await Promise.all([getReceivers(addresses), getDeliveries(keys)]);
  const deliveries = new Map(read.map(delivery => [nameOf(deliveryKey(delivery)), delivery]));
  const found = messages.map(message => ({ message, stored: deliveries.get(nameOf(message)) }));
  const formOf = ({ message, stored }: (typeof found)[number]) => {
    const delivery = stored ?? message.delivery;
    return delivery && !delivery.test ? delivery.event.formId : undefined;
  };
  const forms = await getForms(found.map(formOf).filter(id => id !== undefined));
  return found.map(({ message, stored }) => {
    const formId = formOf({ message, stored });
    const receiver = receivers.get(receiverOfDelivery(message)?.receiverId ?? '');
    const form = formId === undefined ? undefined : forms.get(formId);
    return { message, stored, receiver, form, formGone: formId !== undefined && !form };
  });
}

/** Makes the attempts for one receiver; what is learnt of its health holds for the rest. Returns the messages that failed. */
async function deliverGroup(tasks: readonly Task[], pace: BatchPace): Promise<DeliveryMessage[]> {
  const waiting = [...tasks];
  const failed: DeliveryMessage[] = [];
  const address = tasks[0] && receiverOfDelivery(tasks[0].message);
  let receiver: Receiver | undefined = tasks[0]?.receiver;
  let readAt = Date.now();
  let isSlow = receiver?.health.slow ?? false;

  const work = async (task: Task): Promise<void> => {
    const isLate = Date.now() + pace.deadlineMs > pace.endsAt;
    if (isLate || (isSlow && pace.reroutesSlow)) {
      await sendDelivery('slow', task.message);
      return;
    }
    if (receiver && address && Date.now() - readAt > knownMs) {
      receiver = await getReceiver(address);
      readAt = Date.now();
    }
    const { health, slow = false, stopped = false } = await deliver({ ...task, receiver }, pace);
    if (health && receiver) receiver = { ...receiver, health };
    if (stopped) receiver = undefined;
    isSlow ||= slow;
  };
  const workOff = async (): Promise<void> => {
    for (let task = waiting.shift(); task; task = waiting.shift()) {
      try {
        await work(task);
      } catch (error) {
        log.error('a delivery was interrupted', error as Error);
        failed.push(task.message);
      }
    }
  };
  await Promise.all(Array.from({ length: inFlightMax }, workOff));
  return failed;
}
