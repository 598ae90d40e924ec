import { describe, expect, it } from '@jest/globals';
import { responsesOfForm } from '../../../../shared/store/responses/response-lists.ts';
import { formWithFields, newCaller, submitAnswers } from '../../../support/records/records.ts';
import { useTable } from '../../../support/table/table.ts';

describe('a search', () => {
  useTable();

  it('ends a page after so many responses, says where, and finds all the same', async () => {
    const caller = await newCaller();
    const stored = await formWithFields(caller, { fields: [{ id: 'name', type: 'text' }] });
    const names = Array.from({ length: 12 }, (_, row) => (row % 5 === 0 ? `Ada ${row}` : 'Bob'));
    for (const name of names) await submitAnswers(stored, { name });
    const found: unknown[] = [];
    let position: string | undefined;
    for (const read of [5, 5, 2]) {
      const list = await responsesOfForm(caller, stored.form.id, {}, { text: 'ada', readMax: 5 });
      for await (const { answers } of list?.read({ order: 'asc', position, expected: 50 }) ?? [])
        found.push(answers.name);
      position = list?.search?.stoppedAt;
      expect(list?.search?.read).toBe(read);
      // Nobody is told a total that was not counted to its end.
      expect(await list?.count()).toBeLessThanOrEqual(3);
      expect(list?.search?.isTotal).toBe(false);
    }
    expect(found).toEqual(['Ada 0', 'Ada 5', 'Ada 10']);
    expect(position).toBeUndefined();
  });
});
