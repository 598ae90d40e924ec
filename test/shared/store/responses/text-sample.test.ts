import { describe, expect, it } from '@jest/globals';
import { kindsOf } from '../../../../shared/domain/summaries/answer-kinds.ts';
import { hourMs, minuteMs } from '../../../../shared/durations.ts';
import type { StoredForm } from '../../../../shared/store/forms/forms.ts';
import { itemOf } from '../../../../shared/store/responses/responses.ts';
import { readTextSample } from '../../../../shared/store/responses/summaries.ts';
import { batchPut } from '../../../../shared/store/table.ts';
import { responseAt } from '../../../support/records/old-responses.ts';
import { formWithFields, newCaller, storedForm } from '../../../support/records/records.ts';
import { useTable } from '../../../support/table/table.ts';

useTable();

/** So many responses, a minute apart, that answer with their number. The last one is an hour old. */
async function answered(stored: StoredForm, count: number, status: 'completed' | 'partial' = 'completed') {
  const start = Date.now() - hourMs - count * minuteMs;
  const items = Array.from({ length: count }, (_, number) => {
    const answers = { name: `Person ${number}`, city: 'Bonn' };
    const response = responseAt(stored, start + number * minuteMs, { answers, status });
    return itemOf(response, stored.environmentId, { kinds: kindsOf(stored, answers) });
  });
  await batchPut(items);
  return start;
}

describe('the sample of text answers', () => {
  it('has those of the 50 newest responses, the newest first', async () => {
    const stored = await storedForm(await newCaller());
    await answered(stored, 52);
    const { responses, texts } = await readTextSample(stored, {});
    expect(responses).toBe(50);
    const names = Array.from({ length: 50 }, (_, number) => `Person ${51 - number}`);
    expect(texts.get('name')?.map(({ answer }) => answer)).toEqual(names);
  });

  it('has those of a period, and of one field where only that is asked for', async () => {
    const fields = [
      { id: 'name', type: 'text' as const },
      { id: 'city', type: 'text' as const },
      { id: 'age', type: 'number' as const },
    ];
    const stored = await formWithFields(await newCaller(), { fields });
    const start = await answered(stored, 4);
    const whole = await readTextSample(stored, {});
    expect([whole.responses, [...whole.texts.keys()].sort()]).toEqual([4, ['city', 'name']]);
    const period = { from: start + minuteMs, to: start + 3 * minuteMs };
    const { responses, texts } = await readTextSample(stored, period, 'name');
    expect([responses, [...texts.keys()]]).toEqual([2, ['name']]);
    expect(texts.get('name')?.map(({ answer }) => answer)).toEqual(['Person 2', 'Person 1']);
    expect(await readTextSample(stored, {}, 'age')).toEqual({ responses: 0, texts: new Map() });
  });

  it('has none of responses that are not completed', async () => {
    const stored = await storedForm(await newCaller());
    await answered(stored, 2, 'partial');
    expect(await readTextSample(stored, {})).toEqual({ responses: 0, texts: new Map() });
  });
});
