import { s3 } from '../../../shared/aws/s3/buckets.ts';
import { dynamodb } from '../../../shared/store/table.ts';

type Send = (args: unknown) => Promise<unknown>;
type Stack = { add: (middleware: (next: Send) => Send, options: object) => void; remove: (name: string) => void };

class Killed extends Error {}

/**
 * Lets work die as a process does: it can make some requests to AWS, and then no more. Returns true if it finished
 * before.
 */
export async function diesAfter(requests: number, work: () => Promise<unknown>): Promise<boolean> {
  let left = requests;
  const name = 'mortal';
  const mortal =
    (next: Send): Send =>
    async args => {
      if (left <= 0) throw new Killed('The process is gone');
      left -= 1;
      return next(args);
    };
  const stacks = [dynamodb.middlewareStack, s3.middlewareStack] as readonly Stack[];
  for (const stack of stacks) stack.add(mortal, { name, step: 'initialize' });
  try {
    await work();
    return true;
  } catch (error) {
    if (!(error instanceof Killed)) throw error;
    return false;
  } finally {
    for (const stack of stacks) stack.remove(name);
  }
}
