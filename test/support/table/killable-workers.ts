import { AsyncLocalStorage } from 'node:async_hooks';
import { SQSClient } from '@aws-sdk/client-sqs';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll } from '@jest/globals';
import type { InvocationResult } from '../../../local/functions/functions.ts';
import type { Json } from '../cloud/http.ts';

export type WorkerName = 'submission' | 'dispatcher' | 'fast' | 'slow' | 'sweeper';

/** A call to DynamoDB or SQS that a worker is about to make. */
export type WorkerCall = {
  readonly worker: WorkerName;
  /** The command: `PutCommand`, `SendMessageBatchCommand` … */
  readonly command: string;
  readonly input: Json;
  /** Makes the call, with another input if given. */
  readonly proceed: (input?: Json) => Promise<Json>;
  /** Ends the worker here, so that it does nothing more. Never resolves. */
  readonly kill: () => Promise<never>;
};

/** Decides about a call. Undefined leaves it to the next fault, or lets it pass. */
export type WorkerFault = (call: WorkerCall) => Promise<Json> | undefined;

type Run = { readonly worker: WorkerName; killed: boolean; readonly onKill: (reason: Error) => void };
type Sending = { send: (this: object, command: Json, ...rest: Json[]) => Promise<Json> };

const running = new AsyncLocalStorage<Run>();
const never = () => new Promise<never>(() => {});

/**
 * Runs workers in this process that can be killed at each of their SDK calls. After that, the calls of that run go
 * nowhere, as if the process had ended.
 */
export function useKillableWorkers(faults: () => readonly WorkerFault[]) {
  const clients = [SQSClient.prototype, DynamoDBDocumentClient.prototype] as unknown as Sending[];
  const originals = clients.map(client => client.send);

  beforeAll(() => {
    for (const [index, client] of clients.entries()) {
      const original = originals[index];
      if (original) client.send = intercepted(original, faults);
    }
  });
  afterAll(() => {
    for (const [index, client] of clients.entries()) client.send = originals[index] ?? client.send;
  });

  return async (worker: WorkerName, work: () => Promise<unknown>): Promise<InvocationResult> => {
    const killed = Promise.withResolvers<never>();
    const run: Run = { worker, killed: false, onKill: killed.reject };
    try {
      const result = await Promise.race([running.run(run, work), killed.promise]);
      return { payload: JSON.stringify(result ?? null), failed: false };
    } catch (error) {
      return { payload: JSON.stringify({ errorMessage: String(error) }), failed: true };
    }
  };
}

function intercepted(original: Sending['send'], faults: () => readonly WorkerFault[]): Sending['send'] {
  return async function send(this: object, command: Json, ...rest: Json[]): Promise<Json> {
    const run = running.getStore();
    if (!run) return original.call(this, command, ...rest);
    if (run.killed) return never();
    const kill = () => {
      run.killed = true;
      run.onKill(new Error(`${run.worker} was killed`));
      return never();
    };
    const proceed = (input = command.input) => original.call(this, new command.constructor(input), ...rest);
    const call: WorkerCall = {
      worker: run.worker,
      command: command.constructor.name,
      input: command.input,
      proceed,
      kill,
    };
    const result = await (firstOf(faults(), call) ?? proceed());
    return run.killed ? never() : result;
  };
}

function firstOf(faults: readonly WorkerFault[], call: WorkerCall): Promise<Json> | undefined {
  for (const fault of faults) {
    const decided = fault(call);
    if (decided) return decided;
  }
  return undefined;
}
