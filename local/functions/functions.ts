import { closeSync, openSync, writeSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FunctionResource } from '../template/functions.ts';
import { ExecutionEnvironment, FunctionFault, type InvokeOptions, type Log } from './execution-environment.ts';
import { type FunctionError, payloadBytesMax } from './function-protocol.ts';
import { passesLogFilter } from './log-filter.ts';
import { Slots } from './slots.ts';

/** `payload` is JSON: what the function returned or, when it failed, the error. A streamed answer leaves it empty. */
export type InvocationResult = { readonly payload: string; readonly failed: boolean };

export type FunctionHostOptions = {
  readonly functions: readonly FunctionResource[];
  /** What each function finds in its environment besides what the template gives it. */
  readonly environment: Record<string, string>;
  /** All that functions print. */
  readonly logFile: string;
  /** Execution environments of one function that may exist at a time. */
  readonly environmentsMax?: number;
  /** Where Node keeps the code that it has compiled, for the next environments of the same functions. */
  readonly compileCacheDir?: string;
  /** Told of each failed invocation. */
  readonly onFailure?: (functionName: string, error: FunctionError) => void;
  /** Told of each invocation that has ended. */
  readonly onEnded?: (ended: EndedInvocation) => void;
  /** Told of each line that a function printed, as far as Lambda passes it on. */
  readonly onPrinted?: (line: string, functionName: string) => void;
};

export type EndedInvocation = { readonly functionName: string; readonly failed: boolean; readonly millis: number };

const graceMillis = 2000;
const idleMillisMax = 5 * 60_000;

type Pool = {
  readonly resource: FunctionResource;
  readonly idle: ExecutionEnvironment[];
  /** As many as environments of the function may exist. */
  readonly slots: Slots;
};

/** Runs the functions of the template: environments are made on demand, kept warm, and dropped when they crash. */
export class FunctionHost {
  /** How many invocations of one function can run at a time. */
  readonly concurrency: number;
  readonly #options: FunctionHostOptions;
  readonly #pools: ReadonlyMap<string, Pool>;
  #log: number | undefined;
  readonly #idleSince = new Map<ExecutionEnvironment, NodeJS.Timeout>();
  readonly #all = new Set<ExecutionEnvironment>();
  readonly #running = new Set<Promise<string>>();
  /** Few at a time: many cold starts at once stall a machine with few cores, and time out. */
  readonly #starts = new Slots(availableParallelism());

  constructor(options: FunctionHostOptions) {
    this.#options = options;
    this.#log = openSync(options.logFile, 'a');
    this.concurrency = options.environmentsMax ?? 2;
    this.#pools = new Map(
      options.functions.map(resource => [resource.name, { resource, idle: [], slots: new Slots(this.concurrency) }]),
    );
  }

  /** `payload` is the event as JSON. Fails only when there is no such function. */
  async invoke(functionName: string, payload: string, options: InvokeOptions = {}): Promise<InvocationResult> {
    const pool = this.#pools.get(functionName);
    if (!pool) throw new Error(`There is no function ${functionName}.`);
    const started = performance.now();
    let failed = false;
    try {
      if (Buffer.byteLength(payload) > payloadBytesMax) throw tooLarge();
      const result = await this.#run(pool, payload, options);
      if (options.sink && result !== '') await options.sink(Buffer.from(result));
      return { payload: result, failed: false };
    } catch (fault) {
      if (!(fault instanceof FunctionFault)) throw fault;
      // A client that is gone is no error of the function's: Lambda lets it run to its end.
      failed = fault.error.errorType !== 'Runtime.TruncatedResponse';
      this.write(functionName, `${fault.message}\n${fault.error.trace?.join('\n') ?? ''}`);
      this.#options.onFailure?.(functionName, fault.error);
      return { payload: JSON.stringify(fault.error), failed: true };
    } finally {
      this.#options.onEnded?.({ functionName, failed, millis: performance.now() - started });
    }
  }

  /** What still runs may end within a moment; then its environment goes. */
  async close(): Promise<void> {
    await Promise.race([Promise.allSettled(this.#running), sleep(graceMillis, undefined, { ref: false })]);
    for (const timer of this.#idleSince.values()) clearTimeout(timer);
    await Promise.all([...this.#all].map(environment => environment.stop()));
    if (this.#log !== undefined) closeSync(this.#log);
    this.#log = undefined;
  }

  #run(pool: Pool, payload: string, options: InvokeOptions): Promise<string> {
    return pool.slots.use(async () => {
      const environment = this.#takeIdle(pool) ?? (await this.#start(pool.resource));
      const running = environment.invoke(payload, options).finally(() => this.#keep(pool, environment));
      this.#running.add(running);
      return await running.finally(() => this.#running.delete(running));
    });
  }

  #takeIdle(pool: Pool): ExecutionEnvironment | undefined {
    for (let environment = pool.idle.pop(); environment; environment = pool.idle.pop()) {
      clearTimeout(this.#idleSince.get(environment));
      this.#idleSince.delete(environment);
      if (environment.alive) return environment;
      this.#all.delete(environment);
    }
    return undefined;
  }

  #keep(pool: Pool, environment: ExecutionEnvironment): void {
    if (!environment.alive) {
      this.#all.delete(environment);
      return;
    }
    pool.idle.push(environment);
    const timer = setTimeout(() => void environment.stop(), idleMillisMax).unref();
    this.#idleSince.set(environment, timer);
  }

  #start(resource: FunctionResource): Promise<ExecutionEnvironment> {
    return this.#starts.use(async () => {
      const log: Log = (requestId, line) => this.#printed(resource, requestId, line);
      const { environment: shared, compileCacheDir } = this.#options;
      const environment = new ExecutionEnvironment(resource, { shared, compileCacheDir, log });
      this.#all.add(environment);
      try {
        await environment.start();
        return environment;
      } catch (error) {
        this.#all.delete(environment);
        throw error;
      }
    });
  }

  #printed({ name, applicationLogLevel }: FunctionResource, requestId: string, line: string): void {
    if (applicationLogLevel && !passesLogFilter(line, applicationLogLevel)) return;
    this.write(name, `${requestId} ${line}`);
    this.#options.onPrinted?.(line, name);
  }

  /** Into the log of the functions, at once: a queue of writes costs more than a line does, and is lost with the process. */
  write(functionName: string, text: string): void {
    if (this.#log !== undefined) writeSync(this.#log, `${new Date().toISOString()} ${functionName} ${text}\n`);
  }
}

function tooLarge(): FunctionFault {
  return new FunctionFault({
    errorType: 'RequestTooLargeException',
    errorMessage: `Request must be smaller than ${payloadBytesMax} bytes for the InvokeFunction operation`,
  });
}
