/**
 * An execution environment of one function. It runs in a worker thread and talks to the host by `function-protocol`.
 */
import { existsSync, realpathSync } from 'node:fs';
import { createRequire, flushCompileCache, registerHooks } from 'node:module';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import type { FunctionError, Invocation, ToHost, ToWorker, WorkerData } from './function-protocol.ts';

type LambdaHandler = (event: unknown, ...rest: unknown[]) => unknown;
type Start = (write: (chunk: string | Uint8Array) => void) => void;

// Node has read it by now, and functions on Lambda don't have it.
delete process.env.NODE_COMPILE_CACHE;

const streaming = Symbol.for('aws.lambda.runtime.handler.streaming');
const host = parentPort;
if (!host) throw new Error('This module runs in a worker thread.');
const say = (message: ToHost) => host.postMessage(message);

// Output uses the same channel as answers, so that it can't arrive after them. Node's own channel waits for an
// acknowledgment of each line.
for (const output of [process.stdout, process.stderr]) {
  output.write = (chunk: string | Uint8Array, ...rest: unknown[]) => {
    say({ type: 'printed', text: typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString() });
    for (const callback of rest) if (typeof callback === 'function') process.nextTick(callback);
    return true;
  };
}

/**
 * Passes each chunk to the host and waits until it is taken, so that a stream's memory doesn't grow with its length.
 */
class ResponseStream extends Writable {
  #beforeFirstWrite: Start | undefined;
  #taken: (() => void) | undefined;

  beforeFirstWrite(start: Start): void {
    this.#beforeFirstWrite = start;
  }

  setContentType(): void {}

  taken(): void {
    const taken = this.#taken;
    this.#taken = undefined;
    taken?.();
  }

  override _writev(chunks: { chunk: Buffer }[], callback: () => void): void {
    const parts: Uint8Array[] = chunks.map(({ chunk }) => chunk);
    const start = this.#beforeFirstWrite;
    this.#beforeFirstWrite = undefined;
    const prelude: Uint8Array[] = [];
    start?.(part => prelude.push(Buffer.from(part)));
    this.#taken = callback;
    say({ type: 'chunk', bytes: new Uint8Array(Buffer.concat([...prelude, ...parts])) });
  }
}

Object.assign(globalThis, {
  awslambda: {
    streamifyResponse: (handler: LambdaHandler) => Object.assign(handler, { [streaming]: 'response' }),
    HttpResponseStream: {
      from(stream: ResponseStream, metadata: unknown) {
        stream.beforeFirstWrite(write => {
          write(JSON.stringify(metadata));
          write(new Uint8Array(8));
        });
        return stream;
      },
    },
  },
});

let stream: ResponseStream | undefined;

async function invoke(handler: LambdaHandler, payload: string, invocation: Invocation): Promise<void> {
  const event: unknown = JSON.parse(payload);
  const context = contextOf(invocation);
  process.env._X_AMZN_TRACE_ID = invocation.traceHeader;
  try {
    if (!(streaming in handler)) {
      const result = await handler(event, context);
      say({ type: 'done', payload: JSON.stringify(result) ?? 'null' });
      return;
    }
    stream = new ResponseStream();
    const ended = new Promise<void>((resolve, reject) => stream?.once('finish', resolve).once('error', reject));
    await Promise.all([handler(event, stream, context), ended]);
    say({ type: 'done', payload: '' });
  } catch (error) {
    say({ type: 'failed', error: describe(error) });
  } finally {
    stream = undefined;
  }
}

let isKept = false;

/** Keeps what was compiled for the first invocation, because the next environment may start before this one ends. */
function keepCompiled(): void {
  if (!isKept) flushCompileCache();
  isKept = true;
}

function contextOf(invocation: Invocation): object {
  return {
    callbackWaitsForEmptyEventLoop: true,
    functionName: invocation.functionName,
    functionVersion: '$LATEST',
    invokedFunctionArn: invocation.functionArn,
    memoryLimitInMB: String(invocation.memoryMb),
    awsRequestId: invocation.requestId,
    logGroupName: process.env.AWS_LAMBDA_LOG_GROUP_NAME,
    logStreamName: process.env.AWS_LAMBDA_LOG_STREAM_NAME,
    identity: undefined,
    clientContext: undefined,
    getRemainingTimeInMillis: () => invocation.deadline - Date.now(),
  };
}

function describe(error: unknown): FunctionError {
  if (!(error instanceof Error)) return { errorType: typeof error, errorMessage: String(error) };
  return { errorType: error.name, errorMessage: error.message, trace: error.stack?.split('\n') };
}

/** Hides packages above the code. Lambda's `/var/task` has none. */
function hidePackagesAbove(codeDir: string): void {
  const code = pathToFileURL(join(realpathSync(codeDir), '/')).href;
  registerHooks({
    resolve(specifier, context, nextResolve) {
      const found = nextResolve(specifier, context);
      if (found.url.startsWith('node:') || found.url.startsWith(code)) return found;
      throw Object.assign(new Error(`Cannot find module '${specifier}'`), { code: 'MODULE_NOT_FOUND' });
    },
  });
}

function loadHandler({ codeDir, handler }: WorkerData): LambdaHandler {
  const [module = '', ...path] = handler.split('.');
  const file = ['', '.js', '.mjs', '.cjs'].map(end => join(codeDir, module + end)).find(name => existsSync(name));
  if (!file) throw named('Runtime.ImportModuleError', `Cannot find module '${module}'`);
  const exported: unknown = createRequire(file)(file);
  const found = path.reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], exported);
  if (typeof found !== 'function') throw named('Runtime.HandlerNotFound', `${handler} is undefined or not exported`);
  if (found.length > 2 && !(streaming in found)) {
    throw named(
      'Runtime.CallbackHandlerDeprecated',
      'Node 24 does not take handlers with a callback; return a promise',
    );
  }
  return found as LambdaHandler;
}

function named(name: string, message: string): Error {
  return Object.assign(new Error(message), { name });
}

try {
  const data: WorkerData = workerData;
  hidePackagesAbove(data.codeDir);
  const handler = loadHandler(data);
  host.on('message', (message: ToWorker) => {
    if (message.type === 'invoke') void invoke(handler, message.payload, message.invocation).then(keepCompiled);
    else if (message.type === 'taken') stream?.taken();
    else stream?.destroy(named('Runtime.TruncatedResponse', 'The client closed the connection'));
  });
  say({ type: 'ready' });
} catch (error) {
  say({ type: 'failed', error: describe(error) });
}
