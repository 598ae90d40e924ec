import { AsyncLocalStorage } from 'node:async_hooks';
import { s3 } from '../../../shared/aws/buckets.ts';
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
 * Runs work that is killed when its n-th call of DynamoDB or S3 is made, and does not hear of it. Nothing that it had begun
 * beside goes on either, however much later. Gives whether it came so far.
 */
export async function killedAt(n: number, work: () => Promise<unknown>): Promise<boolean> {
  const run = { last: n, calls: 0 };
  await running.run(run, work).catch(error => {
    if (run.calls < n) throw error;
  });
  return run.calls >= n;
}
