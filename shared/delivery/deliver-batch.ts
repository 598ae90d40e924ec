import { breakerState, type Health } from '../domain/receivers/breaker.ts';
import { log } from '../log.ts';
import { receiverOfDelivery } from '../store/receivers/deliveries.ts';
import { addressOf, getReceiver, type Receiver } from '../store/receivers/receivers.ts';
import { type DeliveryResult, deliver } from './deliver.ts';
import { type DeliveryMessage, sendDeliveries } from './delivery-queue.ts';
import { type LanePace, type Route, routeFor, slowRoute, type Task } from './next-step.ts';
import { nameOf, readTasks } from './read-tasks.ts';

/** A message of a queue: its ID, and the delivery that it requests. */
export type ReceivedMessage = { readonly id: string; readonly message: DeliveryMessage };

export type BatchPace = LanePace & {
  /** The end of the run, in ms since the epoch. No attempt starts that might last longer. */
  readonly endsAt: number;
  /** Whether to pass on deliveries to receivers that are, or may be, slow. */
  readonly reroutesSlow: boolean;
};

/** Makes the requested attempts, those of one receiver in order. Returns the IDs of failed messages. */
export async function deliverBatch(received: readonly ReceivedMessage[], pace: BatchPace): Promise<string[]> {
  const messages = new Map(received.map(({ message }) => [nameOf(message), message]));
  const { tasks, unread } = await readEach([...messages.values()]);
  const groups = Map.groupBy(tasks, ({ message }) => receiverOfDelivery(message)?.receiverId);
  const failed = await Promise.all([...groups.values()].map(group => new ReceiverGroup(group, pace).deliver()));
  const names = new Set([...unread, ...failed.flat()].map(nameOf));
  return received.filter(({ message }) => names.has(nameOf(message))).map(({ id }) => id);
}

type ReadBatch = { readonly tasks: readonly Task[]; readonly unread: readonly DeliveryMessage[] };

/**
 * Reads the tasks of all messages at once. If that fails, reads each separately, because one of them may be the cause.
 */
async function readEach(messages: readonly DeliveryMessage[]): Promise<ReadBatch> {
  try {
    return { tasks: await readTasks(messages), unread: [] };
  } catch (error) {
    if (messages.length > 1) {
      const reads = await Promise.all(messages.map(message => readEach([message])));
      return { tasks: reads.flatMap(({ tasks }) => tasks), unread: reads.flatMap(({ unread }) => unread) };
    }
    log.error('a delivery was not read', error as Error);
    return { tasks: [], unread: messages };
  }
}

/** How long a receiver is used before it is read again, in ms, so that a deleted one gets nothing more. */
const knownMs = 100;

/** Makes the deliveries of a batch to one receiver in order, so that each knows the receiver's health from the last. */
class ReceiverGroup {
  readonly #waiting: Task[];
  readonly #pace: BatchPace;
  #receiver: Receiver | undefined;
  #readAt = Date.now();

  constructor(tasks: readonly Task[], pace: BatchPace) {
    this.#waiting = [...tasks];
    this.#pace = pace;
    this.#receiver = tasks[0]?.receiver;
  }

  /** Returns the messages that failed. */
  async deliver(): Promise<DeliveryMessage[]> {
    const failed: DeliveryMessage[] = [];
    for (let task = this.#waiting.shift(); task; task = this.#waiting.shift()) {
      try {
        failed.push(...(await this.#work(task)));
      } catch (error) {
        log.error('a delivery was interrupted', error as Error);
        failed.push(task.message);
      }
    }
    return failed;
  }

  async #work(task: Task): Promise<DeliveryMessage[]> {
    await this.#refresh();
    const route = onward(this.#pace, this.#receiver?.health, Date.now());
    if (!route) {
      this.#learn(await deliver({ ...task, receiver: this.#receiver }, this.#pace));
      return [];
    }
    const rest = [task, ...this.#waiting.splice(0)].map(({ message }) => message);
    const unsent = await sendDeliveries(route.lane, rest, () => route.delaySeconds);
    return unsent.map(({ unsent: message }) => message);
  }

  async #refresh(): Promise<void> {
    if (!this.#receiver || Date.now() - this.#readAt <= knownMs) return;
    this.#receiver = await getReceiver(addressOf(this.#receiver));
    this.#readAt = Date.now();
  }

  #learn({ health, stopped = false }: DeliveryResult): void {
    if (health && this.#receiver) this.#receiver = { ...this.#receiver, health };
    if (stopped) this.#receiver = undefined;
  }
}

/**
 * Returns where to send a delivery that this run doesn't attempt, because it lacks time or the fast lane is closed to
 * the receiver. Undefined for one that this run attempts, or defers because of the breaker.
 */
function onward(
  { deadlineMs, endsAt, reroutesSlow }: BatchPace,
  health: Health | undefined,
  now: number,
): Route | undefined {
  if (now + deadlineMs > endsAt) return slowRoute;
  if (!reroutesSlow || !health || breakerState(health, now) === 'open') return undefined;
  const route = routeFor(health, now);
  return route.lane === 'slow' || route.delaySeconds > 0 ? route : undefined;
}
