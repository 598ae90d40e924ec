import { s3 } from '../../shared/aws/buckets.ts';
import { dynamodb } from '../../shared/store/table.ts';

const name = 'interrupted';

/** Runs work that is killed when its n-th call of DynamoDB or S3 is made, and does not hear of it. Gives whether it came so far. */
export async function killedAt(n: number, work: () => Promise<unknown>): Promise<boolean> {
  let calls = 0;
  let isDead = false;
  const middleware = (next: (args: never) => Promise<unknown>) => async (args: never) => {
    if (isDead) throw new Error('killed');
    isDead = ++calls === n;
    const result = await next(args);
    if (isDead) throw new Error('killed');
    return result;
  };
  const options = { name, step: 'initialize', priority: 'high' } as const;
  dynamodb.middlewareStack.add(middleware as never, options);
  s3.middlewareStack.add(middleware as never, options);
  try {
    await work().catch(error => {
      if (!isDead) throw error;
    });
  } finally {
    for (const { middlewareStack } of [dynamodb, s3]) middlewareStack.remove(name);
  }
  return isDead;
}
