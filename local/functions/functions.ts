import { closeSync, openSync, writeSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FunctionResource } from '../template/functions.ts';
import { ExecutionEnvironment, FunctionFault, type InvokeOptions, type Log } from './execution-environment.ts';
import { type FunctionError, payloadBytesMax } from './function-protocol.ts';
import { passesLogFilter } from './log-filter.ts';
import { NoFreeSlot, Slots } from './slots.ts';

/** `payload` is JSON: the function's result or error. It is empty after a streamed answer. */
export type InvocationResult = {
  readonly payload: string;
  readonly failed: boolean;
  /** The function did not run, because no execution environment was free in time. */
  readonly throttled?: true;
};

export type FunctionHostOptions = {
  readonly functions: readonly FunctionResource[];
  /** The environment variables of every function, besides those in the template. */
  readonly environment: Record<string, string>;
  /** The file for all output of functions. */
  readonly logFile: string;
  /** The maximum of concurrent execution environments of one function. */
  readonly environmentsMax?: number;
  /** How long a waiting caller waits for an environment. Default: no limit. */
  readonly slotWaitMs?: number;
  /** The directory for Node's compile cache, which speeds up the next environments of the same functions. */
  readonly compileCacheDir?: string;
  /** Resolves when a function's code is in its directory. Default: it is. */
  readonly codeIn?: (codeDir: string) => Promise<unknown>;
  /** Called for each failed invocation. */
  readonly onFailure?: (functionName: string, error: FunctionError) => void;
  /** Called for each finished invocation. */
  readonly onEnded?: (ended: EndedInvocation) => void;
  /** Called for each line that a function printed, if Lambda's log filter passes it on. */
  readonly onPrinted?: (line: string, functionName: string) => void;
};

export type EndedInvocation = { readonly functionName: string; readonly failed: boolean; readonly millis: number };

const graceMillis = 2000;
const idleMillisMax = 5 * 60_000;

type Pool = {
  readonly resource: FunctionResource;
  readonly idle: ExecutionEnvironment[];
  /** One slot for each environment that the function may have. */
  readonly slots: Slots;
};

/** Runs the template's functions. It creates environments on demand, keeps them warm and drops those that crash. */
export class FunctionHost {
  /** The maximum of concurrent invocations of one function. */
  readonly concurrency: number;
  readonly #options: FunctionHostOptions;
  readonly #pools: ReadonlyMap<string, Pool>;
  #log: number | undefined;
  readonly #idleSince = new Map<ExecutionEnvironment, NodeJS.Timeout>();
  readonly #all = new Set<ExecutionEnvironment>();
  readonly #running = new Set<Promise<string>>();
  /** Limits concurrent cold starts: too many at once stall a machine with few cores, and time out. */
  readonly #starts = new Slots(availableParallelism());

  constructor(options: FunctionHostOptions) {
    this.#options = options;
    this.#log = openSync(options.logFile, 'a');
    this.concurrency = options.environmentsMax ?? 2;
    this.#pools = new Map(
      options.functions.map(resource => [resource.name, { resource, idle: [], slots: new Slots(this.concurrency) }]),
    );
  }

  /** Invokes a function. `payload` is the event as JSON. Rejects only if the function doesn't exist. */
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
      if (fault instanceof NoFreeSlot) return { payload: '', failed: true, throttled: true };
      if (!(fault instanceof FunctionFault)) throw fault;
      // If the client has left, the function hasn't failed: Lambda lets it run to its end.
      failed = fault.error.errorType !== 'Runtime.TruncatedResponse';
      this.#report(functionName, fault);
      return { payload: JSON.stringify(fault.error), failed: true };
    } finally {
      this.#options.onEnded?.({ functionName, failed, millis: performance.now() - started });
    }
  }

  #report(functionName: string, { message, error }: FunctionFault): void {
    this.write(functionName, `${message}\n${error.trace?.join('\n') ?? ''}`);
    this.#options.onFailure?.(functionName, error);
  }

  /** Gives running invocations a moment to end, then stops their environments. */
  async close(): Promise<void> {
    await Promise.race([Promise.allSettled(this.#running), sleep(graceMillis, undefined, { ref: false })]);
    for (const timer of this.#idleSince.values()) clearTimeout(timer);
    await Promise.all([...this.#all].map(environment => environment.stop()));
    if (this.#log !== undefined) closeSync(this.#log);
    this.#log = undefined;
  }

  async #run(pool: Pool, payload: string, options: InvokeOptions): Promise<string> {
    await this.#options.codeIn?.(pool.resource.codeDir);
    return await pool.slots.use(
      async () => {
        const environment = this.#takeIdle(pool) ?? (await this.#start(pool.resource));
        const running = environment.invoke(payload, options).finally(() => this.#keep(pool, environment));
        this.#running.add(running);
        return await running.finally(() => this.#running.delete(running));
      },
      options.answersCaller ? this.#options.slotWaitMs : undefined,
    );
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

  /** Writes to the functions' log at once. A queue of writes costs more than a line, and a crash loses it. */
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
