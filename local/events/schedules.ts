import { randomUUID } from 'node:crypto';
import { account, region } from '../credentials.ts';
import type { InvocationResult } from '../functions/functions.ts';
import { findNamed } from '../template/assembly.ts';
import type { ScheduleResource } from '../template/schedules.ts';

const minuteMillis = 60_000;
/** The delays of Lambda's two default retries of an asynchronous event. */
const retryMillis = [minuteMillis, 2 * minuteMillis];

type ScheduleTarget = ScheduleResource['targets'][number];

/** Runs the rules with a schedule. */
export class Schedules {
  readonly #schedules: readonly ScheduleResource[];
  readonly #invoke: (functionName: string, event: string) => Promise<InvocationResult>;
  readonly #timers = new Set<NodeJS.Timeout>();

  constructor(
    schedules: readonly ScheduleResource[],
    invoke: (functionName: string, event: string) => Promise<InvocationResult>,
  ) {
    this.#schedules = schedules;
    this.#invoke = invoke;
  }

  start(): void {
    for (const schedule of this.#schedules) this.#plan(schedule);
  }

  stop(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
  }

  /** Invokes the targets of a rule now. Returns their results. */
  async trigger(name: string): Promise<InvocationResult[]> {
    const schedule = findNamed(this.#schedules, name);
    return await Promise.all(
      this.#events(schedule).map(({ target, event }) => this.#invoke(target.functionName, event)),
    );
  }

  #plan(schedule: ScheduleResource): void {
    this.#after(schedule.periodMillis, () => {
      this.#plan(schedule);
      for (const { target, event } of this.#events(schedule)) void this.#attempt(target, event);
    });
  }

  async #attempt(target: ScheduleTarget, event: string, attempt = 0): Promise<void> {
    const { failed } = await this.#invoke(target.functionName, event);
    const pause = retryMillis.slice(0, target.retriesMax)[attempt];
    if (failed && pause) this.#after(pause, () => void this.#attempt(target, event, attempt + 1));
  }

  #after(millis: number, work: () => void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      work();
    }, millis).unref();
    this.#timers.add(timer);
  }

  #events({ arn, targets }: ScheduleResource): { target: ScheduleTarget; event: string }[] {
    const event = JSON.stringify({
      version: '0',
      id: randomUUID(),
      'detail-type': 'Scheduled Event',
      source: 'aws.events',
      account,
      time: `${new Date().toISOString().slice(0, 19)}Z`,
      region,
      resources: [arn],
      detail: {},
    });
    return targets.map(target => ({ target, event: target.input ?? event }));
  }
}
