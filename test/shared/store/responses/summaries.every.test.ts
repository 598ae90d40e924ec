import { describe, expect, it } from '@jest/globals';
import { consumedBy } from '../../../../bench/consumed-capacity.ts';
import type { ImageChange } from '../../../../shared/counting/counter-deltas/counter-delta.ts';
import { kindsOf } from '../../../../shared/domain/summaries/answer-kinds.ts';
import { dayOf } from '../../../../shared/domain/time/quarters.ts';
import { dayMs } from '../../../../shared/durations.ts';
import { newResponseId, responseAddress } from '../../../../shared/ids.ts';
import { sealDay } from '../../../../shared/store/counters/seal-day.ts';
import { firstOpenDay } from '../../../../shared/store/counters/sealed-items.ts';
import type { StoredForm } from '../../../../shared/store/forms/forms.ts';
import { answersScope, keyOf, partitionOf } from '../../../../shared/store/keys.ts';
import { readAnswerSums, readTextSample } from '../../../../shared/store/responses/summaries.ts';
import { batchPut, dynamodb } from '../../../../shared/store/table.ts';
import { randomOf } from '../../../support/random.ts';
import { formWithFields, newCaller } from '../../../support/records/records.ts';
import { countAll } from '../../../support/table/counting.ts';
import { useTable } from '../../../support/table/table.ts';

const options = ['Sales', 'Support', 'Press', 'Careers', 'Partners'];
const fields = [
  { id: 'comment', type: 'textarea' },
  { id: 'topic', type: 'select', options },
  { id: 'topics', type: 'multiselect', options },
  { id: 'age', type: 'number' },
  { id: 'price', type: 'number' },
  { id: 'stars', type: 'rating' },
  { id: 'recommend', type: 'scale' },
  { id: 'member', type: 'checkbox' },
  { id: 'order', type: 'ranking', options },
  { id: 'grid', type: 'matrix', rows: ['speed', 'price', 'help'], columns: ['good', 'fair', 'bad'] },
  { id: 'day', type: 'date' },
  { id: 'clock', type: 'time' },
] as const;

const random = randomOf(11);
const below = (count: number) => Math.floor(random() * count);
const oneOf = <T>(all: readonly T[]): T => all[below(all.length)] as T;

const answersAtRandom = () => ({
  comment: 'The delivery was late, and nobody answered the telephone.',
  topic: oneOf(options),
  topics: options.filter(() => random() < 0.4),
  age: 18 + below(70),
  price: below(100_000) / 100,
  stars: 1 + below(5),
  recommend: below(11),
  member: random() < 0.5,
  order: [...options].sort(() => random() - 0.5),
  grid: { speed: oneOf(['good', 'fair', 'bad']), price: 'good', help: oneOf(['good', 'bad']) },
  day: `2026-0${1 + below(9)}-${10 + below(18)}`,
  clock: `${10 + below(10)}:30`,
});

let sequence = 1_000_000;

function changeAt(stored: StoredForm, time: number): ImageChange {
  sequence += 1;
  const answers = answersAtRandom();
  const { shard = '', sortKey = '' } = responseAddress(newResponseId(stored.form.id, 1, time)) ?? {};
  const key = keyOf('response', { form: stored.form.id, shard, sortKey });
  const after = {
    ...{ status: 'completed', formVersion: 1, answers: JSON.stringify(answers), kinds: kindsOf(stored, answers) },
    gsi1pk: partitionOf('response', 'gsi1pk', { environmentId: stored.environmentId, indexShard: '0' }),
    meta: { source: 'server' },
  };
  return { key, sequence: String(sequence), after };
}

/** So many responses on each of these days, counted and sealed as the stream and the nights would have left them. */
async function fill(stored: StoredForm, days: number, aDay: number, now: number): Promise<void> {
  for (let day = days; day >= 0; day--) {
    const start = Math.floor(now / dayMs - day) * dayMs;
    const changes = Array.from({ length: aDay }, (_, index) =>
      changeAt(stored, start + Math.floor((index / aDay) * dayMs)),
    ).filter(({ key }) => key.sk !== '');
    await countAll(changes, 'shard', now);
    if (day === 0) await batchPut(changes.slice(-60).map(({ key, after }) => ({ ...key, ...after })));
  }
  const scope = answersScope(stored.form.id);
  for (let day = days; day >= 0; day--) {
    const start = Math.floor(now / dayMs - day) * dayMs;
    if (start < firstOpenDay(now)) await sealDay(scope, dayOf(start), now);
  }
}

describe('counting answers', () => {
  useTable();

  it('costs a write of one more item, for a response that comes alone and for many', async () => {
    const costOf = async (together: number, kinds: boolean) => {
      const stored = await formWithFields(await newCaller(), {
        fields: JSON.parse(JSON.stringify(fields.slice(0, 8))),
      });
      const now = Date.now();
      const changes = (count: number) =>
        Array.from({ length: count }, () => changeAt(stored, now)).map(change =>
          kinds ? change : { ...change, after: { ...change.after, kinds: undefined } },
        );
      await countAll(changes(100), 'shard', now);
      return (await consumedBy(dynamodb, () => countAll(changes(together), 'shard', now))).writeUnits;
    };
    const [alone, with1] = [await costOf(1, false), await costOf(1, true)];
    const [of100, with100] = [await costOf(100, false), await costOf(100, true)];
    expect({ alone, with1, of100, with100 }).toEqual({ alone: 4, with1: 5, of100: 4, with100: 5 });
  });
});

describe('a summary', () => {
  useTable();

  it.each([
    ['a few', 60, 24],
    ['many', 60, 480],
  ])('reads 20 units at most, of %s responses', async (_, days, aDay) => {
    const stored = await formWithFields(await newCaller(), { fields: JSON.parse(JSON.stringify(fields)) });
    const now = Math.floor(Date.now() / dayMs) * dayMs + dayMs - 1000;
    await fill(stored, days, aDay, now);
    let counted: number | undefined;
    const summarize = (from?: number) =>
      consumedBy(dynamodb, async () => {
        const sums = await readAnswerSums(stored, { from }, now);
        await readTextSample(stored, { from });
        counted = sums.get('c');
      });
    const ofAll = await summarize();
    expect(counted).toBe((days + 1) * aDay);
    const ofMonth = await summarize(now - 30 * dayMs);
    expect(ofAll.readUnits).toBeLessThanOrEqual(20);
    expect(ofMonth.readUnits).toBeLessThanOrEqual(20);
  });
});
