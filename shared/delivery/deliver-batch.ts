import { type DeliveryMessage, sendDelivery } from '../aws/work-queues.ts';
import { log } from '../log.ts';
import { deliveryKey, getDeliveries, webhookOfDelivery } from '../store/deliveries.ts';
import { getForms } from '../store/forms.ts';
import type { Key } from '../store/keys.ts';
import { getWebhook, getWebhooks, type StoredWebhook } from '../store/webhooks.ts';
import { deliver, type LanePace, type Task } from './deliver.ts';

/** A message of a queue: its id there, and what it asks for. */
export type Received = { readonly id: string; readonly message: DeliveryMessage };

export type BatchPace = LanePace & {
  /** When the run has to be over: milliseconds since 1970. No attempt begins that might not end before. */
  readonly endsAt: number;
  /** Passes what is left of a receiver that proves slow to the other lane. */
  readonly handsOverSlow: boolean;
};

/** Requests that a run makes to one webhook at a time. With the runs that there may be, its receiver never has more than 20. */
const inFlightMax = 2;

/** For so long a webhook is what it was: one that has been deleted since gets nothing more. */
const knownMs = 100;

/** Makes the attempts that are asked for, those of one webhook two at a time. Gives the ids of the messages that failed. */
export async function deliverBatch(received: readonly Received[], pace: BatchPace): Promise<string[]> {
  const messages = new Map(received.map(({ message }) => [nameOf(message), message]));
  const tasks = await tasksOf([...messages.values()]);
  const groups = Map.groupBy(tasks, ({ message }) => webhookOfDelivery(message)?.webhookId ?? '');
  const failed = (await Promise.all([...groups.values()].map(group => deliverGroup(group, pace)))).flat();
  const names = new Set(failed.map(nameOf));
  return received.filter(({ message }) => names.has(nameOf(message))).map(({ id }) => id);
}

const nameOf = ({ pk, sk }: Key): string => `${pk} ${sk}`;

async function tasksOf(messages: readonly DeliveryMessage[]): Promise<Task[]> {
  const addresses = messages.map(webhookOfDelivery).filter(address => address !== undefined);
  const keys = messages.map(({ pk, sk }) => ({ pk, sk }));
  const [webhooks, read] = await Promise.all([getWebhooks(addresses), getDeliveries(keys)]);
  const deliveries = new Map(read.map(delivery => [nameOf(deliveryKey(delivery)), delivery]));
  const found = messages.map(message => ({ message, stored: deliveries.get(nameOf(message)) }));
  const formOf = ({ message, stored }: (typeof found)[number]) => {
    const delivery = stored ?? message.delivery;
    return delivery && !delivery.test ? delivery.event.formId : undefined;
  };
  const forms = await getForms(found.map(formOf).filter(id => id !== undefined));
  return found.map(({ message, stored }) => {
    const formId = formOf({ message, stored });
    const webhook = webhooks.get(webhookOfDelivery(message)?.webhookId ?? '');
    return { message, stored, webhook, formGone: formId !== undefined && !forms.has(formId) };
  });
}

/** Works off what is asked for of one webhook; what becomes known of its receiver counts for the rest. Gives what failed. */
async function deliverGroup(tasks: readonly Task[], pace: BatchPace): Promise<DeliveryMessage[]> {
  const waiting = [...tasks];
  const failed: DeliveryMessage[] = [];
  const address = tasks[0] && webhookOfDelivery(tasks[0].message);
  let webhook: StoredWebhook | undefined = tasks[0]?.webhook;
  let readAt = Date.now();
  let isSlow = webhook?.health.slow ?? false;

  const work = async (task: Task): Promise<void> => {
    const isLate = Date.now() + pace.deadlineMs > pace.endsAt;
    if (isLate || (isSlow && pace.handsOverSlow)) {
      await sendDelivery('slow', task.message);
      return;
    }
    if (webhook && address && Date.now() - readAt > knownMs) {
      webhook = await getWebhook(address);
      readAt = Date.now();
    }
    const { health, slow = false, stopped = false } = await deliver({ ...task, webhook }, pace);
    if (health && webhook) webhook = { ...webhook, health };
    if (stopped) webhook = undefined;
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
