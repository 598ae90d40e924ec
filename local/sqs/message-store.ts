import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { openDatabase } from '../data-folder.ts';
import { invalidHandle } from './errors.ts';
import { schema, statements } from './message-tables.ts';
import type { Queue } from './queues.ts';

export type NewMessage = {
  readonly body: string;
  readonly group: string | null;
  /** The tracing header that came with it. */
  readonly trace: string | null;
  readonly delaySeconds: number;
};

export type StoredMessage = {
  readonly seq: number;
  readonly id: string;
  readonly message_group: string | null;
  readonly body: string;
  /** The source queue of a dead letter. */
  readonly source: string | null;
  readonly trace: string | null;
  readonly turn: number | null;
  readonly sent: number;
  readonly visible: number;
  readonly received: number;
  readonly first_received: number;
  readonly last_received: number;
};

export type QueueGauges = {
  readonly queueName: string;
  readonly ApproximateNumberOfMessagesVisible: number;
  readonly ApproximateAgeOfOldestMessage: number;
  readonly ApproximateAgeOfOldestMessageInQuietGroups: number;
};

/** Returns a receipt handle. It is valid for one receipt, and stale as soon as the message is received again. */
export const receiptHandle = (queue: Queue, { seq, received }: StoredMessage) =>
  Buffer.from(`${queue.name}:${seq}:${received}`).toString('base64url');

function receiptOf(queue: Queue, handle: string): [seq: number, queue: string, received: number] {
  const [name, seq, received] = Buffer.from(handle, 'base64url').toString().split(':');
  if (name !== queue.name || !/^\d{1,15}$/.test(seq ?? '') || !/^\d{1,15}$/.test(received ?? '')) {
    throw invalidHandle(handle);
  }
  return [Number(seq), name, Number(received)];
}

/** Stores the messages of all queues in one SQLite file. What an answered call did survives a kill. */
export class MessageStore {
  /** By queue, what wakes each receiver that waits for a message. */
  readonly #waiting = new Map<string, Set<() => void>>();
  readonly #db: DatabaseSync;
  readonly #sql: Record<keyof typeof statements, ReturnType<DatabaseSync['prepare']>>;
  readonly #now: () => number;

  constructor(file: string, now: () => number) {
    this.#now = now;
    this.#db = openDatabase(file, schema);
    const prepared = Object.entries(statements).map(([name, text]) => [name, this.#db.prepare(text)]);
    this.#sql = Object.fromEntries(prepared);
  }

  close(): void {
    this.#db.close();
  }

  #transaction<T>(work: () => T): T {
    this.#db.exec('BEGIN IMMEDIATE');
    try {
      const result = work();
      this.#db.exec('COMMIT');
      return result;
    } catch (error) {
      this.#db.exec('ROLLBACK');
      throw error;
    }
  }

  /** Sends a message and returns its ID. */
  send(queue: Queue, { body, group, trace, delaySeconds }: NewMessage): string {
    const id = randomUUID();
    const now = this.#now();
    this.#sql.insert.run(queue.name, id, group, body, trace, now, now + delaySeconds * 1000);
    // Wake one receiver for one message, because each looks for messages. A delayed one changes when all look again.
    this.#wake(queue.name, delaySeconds > 0 ? Number.POSITIVE_INFINITY : 1);
    return id;
  }

  #wake(queueName: string, countMax = Number.POSITIVE_INFINITY): void {
    for (const wake of [...(this.#waiting.get(queueName) ?? [])].slice(0, countMax)) wake();
  }

  /** Deletes expired messages, moves those received too often to the dead-letter queue, and makes due ones ready. */
  #settle(queue: Queue): void {
    const now = this.#now();
    this.#sql.expire.run(queue.name, now - queue.retention * 1000);
    for (const { seq, received } of this.#sql.due.all(queue.name, now) as unknown as StoredMessage[]) {
      if (queue.redrive && received >= queue.redrive.maxReceiveCount) {
        this.#sql.deadLetter.run(queue.redrive.target, queue.arn, now, seq);
        this.#wake(queue.redrive.target);
      } else {
        this.#sql.makeReady.run(seq);
      }
    }
  }

  receive(queue: Queue, limit: number, visibilitySeconds: number): StoredMessage[] {
    return this.#transaction(() => {
      this.#settle(queue);
      const now = this.#now();
      const ready = this.#sql.ready.all(queue.name, limit) as unknown as StoredMessage[];
      const taken = ready.map(({ seq }) => this.#sql.take.get(now + visibilitySeconds * 1000, now, now, seq));
      const turn = ready.at(-1)?.turn;
      if (turn) this.#sql.serve.run(queue.name, turn);
      return taken as unknown as StoredMessage[];
    });
  }

  /** Resolves when the queue may have something to receive, or after `milliseconds` at the latest. */
  change(queue: Queue, milliseconds: number, signal: AbortSignal): Promise<void> {
    const next = this.#sql.nextDue.get(queue.name)?.at;
    const untilDue = typeof next === 'number' ? Math.max(0, next - this.#now()) : milliseconds;
    const waiting = this.#waiting.get(queue.name) ?? new Set();
    this.#waiting.set(queue.name, waiting);
    return new Promise(resolve => {
      const wake = () => {
        clearTimeout(timer);
        waiting.delete(wake);
        signal.removeEventListener('abort', wake);
        resolve();
      };
      const timer = setTimeout(wake, Math.min(untilDue, milliseconds));
      waiting.add(wake);
      signal.addEventListener('abort', wake);
    });
  }

  /**
   * Makes a message in flight visible again after some seconds. Does nothing for a message that is gone, like `delete`.
   */
  changeVisibility(queue: Queue, handle: string, seconds: number): void {
    this.#sql.change.run(this.#now() + seconds * 1000, ...receiptOf(queue, handle));
    this.#wake(queue.name);
  }

  /** Deletes a message. Does nothing if it is gone or was received again. */
  delete(queue: Queue, handle: string): void {
    this.#sql.delete.run(...receiptOf(queue, handle));
  }

  count(queue: Queue): { ready: number; inFlight: number; delayed: number } {
    return this.#transaction(() => {
      this.#settle(queue);
      return this.#sql.count.get(queue.name) as unknown as { ready: number; inFlight: number; delayed: number };
    });
  }

  /**
   * Returns what SQS reports to CloudWatch, with ages in seconds. A message received three times no longer counts for
   * the ages. SQS doesn't say when a group becomes noisy: here, with more than ten messages and more than half of all.
   */
  gauges(queue: Queue): QueueGauges {
    return this.#transaction(() => {
      this.#settle(queue);
      const { ready, oldest, oldestQuiet } = this.#sql.gauge.get(queue.name) as Record<string, number | null>;
      const age = (sent: number | null | undefined) =>
        sent ? Math.max(0, Math.floor((this.#now() - sent) / 1000)) : 0;
      return {
        queueName: queue.name,
        ApproximateNumberOfMessagesVisible: ready ?? 0,
        ApproximateAgeOfOldestMessage: age(oldest),
        ApproximateAgeOfOldestMessageInQuietGroups: age(oldestQuiet),
      };
    });
  }

  purge(queue: Queue): void {
    this.#sql.purge.run(queue.name);
  }

  /**
   * Moves all ready messages of a dead-letter queue at once, as new ones, to the queue that `target` returns. The
   * others stay.
   */
  move(source: Queue, target: (cameFrom: string | null) => Queue | undefined): void {
    this.#transaction(() => {
      this.#settle(source);
      const now = this.#now();
      for (const message of this.#sql.ready.all(source.name, -1) as unknown as StoredMessage[]) {
        const to = target(message.source);
        if (!to) continue;
        this.#sql.move.run(to.name, randomUUID(), now, message.seq);
        this.#sql.remove.run(message.seq);
        this.#wake(to.name);
      }
    });
  }
}
