import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { region } from '../credentials.ts';
import type { FunctionResource } from '../template/functions.ts';
import { arn } from '../template/template.ts';
import type { FunctionError, ToHost, ToWorker, WorkerData } from './function-protocol.ts';
import { payloadBytesMax, streamBytesMax } from './function-protocol.ts';
import { nextTraceHeader } from './lineage.ts';

/** Takes one chunk of a streamed answer. Resolves when it is ready for the next, rejects when the client has left. */
export type Sink = (bytes: Uint8Array) => Promise<void>;

/** Takes a line that the function printed. */
export type Log = (requestId: string, line: string) => void;

export type InvokeOptions = {
  /** Whether a client waits for the answer. */
  readonly answersCaller?: true;
  /** The target of a streamed answer. */
  readonly sink?: Sink;
  /** The trace header of the event: the chain of invocations that it continues. */
  readonly traceHeader?: string;
};

export class FunctionFault extends Error {
  readonly error: FunctionError;

  constructor(error: FunctionError) {
    super(`${error.errorType}: ${error.errorMessage}`);
    this.error = error;
  }
}

export type EnvironmentOptions = {
  /** The environment variables of every function. */
  readonly shared: Record<string, string>;
  readonly compileCacheDir?: string;
  readonly log: Log;
};

const initMillisMax = 10_000;

/** One execution environment: a worker thread that serves one invocation at a time until it crashes or is stopped. */
export class ExecutionEnvironment {
  readonly #resource: FunctionResource;
  readonly #worker: Worker;
  readonly #log: Log;
  readonly #started = Promise.withResolvers<void>();
  #running: { done(payload: string): void; failed(error: FunctionError): void; sink?: Sink } | undefined;
  #requestId = '';
  #alive = true;
  #streamedBytes = 0;

  constructor(resource: FunctionResource, { shared, compileCacheDir, log }: EnvironmentOptions) {
    this.#resource = resource;
    this.#log = log;
    const data: WorkerData = { codeDir: resource.codeDir, handler: resource.handler };
    this.#worker = new Worker(join(import.meta.dirname, 'function-worker.ts'), {
      name: resource.logicalId,
      workerData: data,
      env: { ...environmentOf(resource, shared), ...(compileCacheDir && { NODE_COMPILE_CACHE: compileCacheDir }) },
      execArgv: [],
      stdout: true,
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: resource.memoryMb },
    });
    this.#worker.on('message', (message: ToHost) => void this.#hear(message));
    this.#worker.on('error', error => this.#crashed(crashOf(error)));
    this.#worker.on('exit', code => this.#crashed(exitError(`exit status ${code}`)));
    this.#worker.unref();
    // Callers that wait for the start get its failure. An environment that is stopped earlier has no caller waiting.
    this.#started.promise.catch(() => {});
  }

  get alive(): boolean {
    return this.#alive;
  }

  /** Resolves when the module is loaded; rejects with a FunctionFault. */
  async start(): Promise<void> {
    const error = exitError(`the initialization takes more than ${initMillisMax / 1000} seconds`);
    const timer = setTimeout(() => this.#crashed(error), initMillisMax);
    await this.#started.promise.finally(() => clearTimeout(timer));
  }

  /**
   * Returns the result as JSON, or an empty string after all of a streamed answer went to `sink`. Rejects with a
   * FunctionFault.
   */
  async invoke(payload: string, { sink, traceHeader }: InvokeOptions): Promise<string> {
    const { name, timeoutSeconds, memoryMb } = this.#resource;
    this.#requestId = randomUUID();
    this.#streamedBytes = 0;
    const result = Promise.withResolvers<string>();
    this.#running = {
      done: result.resolve,
      failed: error => result.reject(new FunctionFault(error)),
      sink,
    };
    const timedOut = `RequestId: ${this.#requestId} Error: Task timed out after ${timeoutSeconds.toFixed(2)} seconds`;
    const timer = setTimeout(() => {
      this.#crashed({ errorType: 'Sandbox.Timedout', errorMessage: timedOut });
    }, timeoutSeconds * 1000);
    this.#say({
      type: 'invoke',
      payload,
      invocation: {
        requestId: this.#requestId,
        functionName: name,
        functionArn: arn('lambda', `function:${name}`),
        memoryMb,
        traceHeader: nextTraceHeader(traceHeader, name),
        deadline: Date.now() + timeoutSeconds * 1000,
      },
    });
    return await result.promise.finally(() => {
      clearTimeout(timer);
      this.#running = undefined;
    });
  }

  async stop(): Promise<void> {
    this.#crashed(exitError('the environment is stopped'));
    await this.#worker.terminate();
  }

  async #hear(message: ToHost): Promise<void> {
    if (message.type === 'ready') this.#started.resolve();
    else if (message.type === 'printed') this.#printed(message.text);
    else if (message.type === 'chunk') await this.#pass(message.bytes);
    else if (message.type === 'done') this.#finished(message.payload);
    else if (this.#running) this.#running.failed(message.error);
    else this.#crashed(message.error);
  }

  #printed(text: string): void {
    for (const line of text.replace(/\n$/, '').split('\n')) this.#log(this.#requestId, line);
  }

  #finished(payload: string): void {
    if (Buffer.byteLength(payload) > payloadBytesMax) {
      const errorMessage = `Response payload size exceeded maximum allowed payload size (${payloadBytesMax} bytes).`;
      this.#running?.failed({ errorType: 'Function.ResponseSizeTooLarge', errorMessage });
    } else {
      this.#running?.done(payload);
    }
  }

  async #pass(bytes: Uint8Array): Promise<void> {
    this.#streamedBytes += bytes.length;
    try {
      if (this.#streamedBytes > streamBytesMax) throw new Error('The streamed answer is too large');
      await this.#running?.sink?.(bytes);
      this.#say({ type: 'taken' });
    } catch {
      this.#say({ type: 'cancel' });
    }
  }

  #crashed(error: FunctionError): void {
    if (!this.#alive) return;
    this.#alive = false;
    this.#started.reject(new FunctionFault(error));
    this.#running?.failed(error);
    void this.#worker.terminate();
  }

  #say(message: ToWorker): void {
    this.#worker.postMessage(message);
  }
}

function environmentOf(resource: FunctionResource, environment: Record<string, string>): Record<string, string> {
  return {
    ...resource.environment,
    ...environment,
    AWS_REGION: region,
    AWS_DEFAULT_REGION: region,
    AWS_EXECUTION_ENV: `AWS_Lambda_${resource.runtime}`,
    AWS_LAMBDA_FUNCTION_NAME: resource.name,
    AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(resource.memoryMb),
    AWS_LAMBDA_INITIALIZATION_TYPE: 'on-demand',
    ...(resource.applicationLogLevel && {
      AWS_LAMBDA_LOG_FORMAT: 'JSON',
      AWS_LAMBDA_LOG_LEVEL: resource.applicationLogLevel,
    }),
    AWS_LAMBDA_LOG_GROUP_NAME: `/aws/lambda/${resource.name}`,
    AWS_LAMBDA_LOG_STREAM_NAME: randomUUID(),
    LAMBDA_TASK_ROOT: resource.codeDir,
    _HANDLER: resource.handler,
    TZ: ':UTC',
    LANG: 'en_US.UTF-8',
  };
}

function exitError(reason: string): FunctionError {
  return { errorType: 'Runtime.ExitError', errorMessage: `Runtime exited with error: ${reason}` };
}

function crashOf(error: unknown): FunctionError {
  const { name, code, message, stack } = error as Error & { code?: string };
  if (code === 'ERR_WORKER_OUT_OF_MEMORY') return exitError('signal: killed');
  return { errorType: name, errorMessage: message, trace: stack?.split('\n') };
}
