import { afterEach, describe, expect, it } from '@jest/globals';
import { quarterStart } from '../../../../shared/domain/time/quarters.ts';
import { timeOf } from '../../../../shared/ids.ts';
import { partitionOf } from '../../../../shared/store/keys.ts';
import { countItems } from '../../../../shared/store/lists/read-list.ts';
import { responsesOfForm } from '../../../../shared/store/responses/response-lists.ts';
import { dynamodb } from '../../../../shared/store/table.ts';
import { newCaller, storedForm, submit } from '../../../support/records/records.ts';
import { countStream } from '../../../support/table/counting.ts';
import { useTable } from '../../../support/table/table.ts';

useTable({ stream: true });

const middleware = 'meanwhile';

/** Does something once, right before the counters of a scope's hours are asked for. */
function beforeHours(scope: string, work: () => Promise<void>): void {
  const partition = partitionOf('totalCounts', 'pk', { scope });
  dynamodb.middlewareStack.add(
    next => async args => {
      const asked = JSON.stringify(args.input);
      const isOfHours = asked.includes(partition) && asked.includes('HOUR#');
      if (isOfHours && dynamodb.middlewareStack.remove(middleware)) await work();
      return next(args);
    },
    { name: middleware, step: 'initialize' },
  );
}

describe('a total of a time', () => {
  afterEach(() => void dynamodb.middlewareStack.remove(middleware));

  it('has a row once that is counted after the rows were read, and before the counters are', async () => {
    const caller = await newCaller();
    const stored = await storedForm(caller);
    const [first] = [await submit(stored), await submit(stored), await submit(stored)];
    // A quarter hour that it cuts would be counted row by row.
    const from = quarterStart(timeOf(first.id.slice('sub_'.length)));
    const list = await responsesOfForm(caller, stored.form.id, { from });
    if (!list) throw new Error('The form is gone');
    let counted = false;
    beforeHours(stored.form.id, async () => {
      await countStream();
      counted = true;
    });
    expect(await countItems(list.scope)).toBe(3);
    expect(counted).toBe(true);
    await submit(stored);
    expect(await countItems(list.scope)).toBe(4);
  });
});
