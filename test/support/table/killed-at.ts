import { AsyncLocalStorage } from 'node:async_hooks';
import { S3Client } from '@aws-sdk/client-s3';
import { s3 } from '../../../shared/aws/s3/buckets.ts';
import { dynamodb } from '../../../shared/store/table.ts';

const running = new AsyncLocalStorage<{ readonly last: number; calls: number }>();

const middleware = (next: (args: never) => Promise<unknown>) => async (args: never) => {
  const run = running.getStore();
  if (!run) return next(args);
  run.calls += 1;
  if (run.calls > run.last) throw new Error('killed');
  const result = await next(args);
  if (run.calls >= run.last) throw new Error('killed');
  return result;
};
const options = { name: 'interrupted', step: 'initialize', priority: 'high' } as const;
dynamodb.middlewareStack.add(middleware as never, options);
s3.middlewareStack.add(middleware as never, options);

/**
 * Runs work that is killed after its n-th call to DynamoDB or S3, before it gets the answer. Nothing that it had
 * started in parallel continues either, however much later. Returns whether it got that far.
 */
export async function killedAt(n: number, work: () => Promise<unknown>): Promise<boolean> {
  const run = { last: n, calls: 0 };
  await running.run(run, work).catch(error => {
    if (run.calls < n) throw error;
  });
  return run.calls >= n;
}

/**
 * Lets the calls to owners' buckets count, too: their clients are made when they are first needed.
 *
 * @param onCall gets the name of each command, which waits for it
 * @returns what ends that: the next test file of the process has the same class
 */
export function mortalOwners(onCall: (command: string) => unknown): () => void {
  const { send } = S3Client.prototype;
  const known = new WeakSet<object>([s3]);
  S3Client.prototype.send = async function (this: S3Client, ...args: unknown[]) {
    if (!known.has(this)) this.middlewareStack.add(middleware as never, options);
    known.add(this);
    await onCall((args[0] as object).constructor.name);
    return send.apply(this, args as never);
  } as never;
  return () => {
    S3Client.prototype.send = send;
  };
}
