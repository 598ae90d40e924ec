import { describe, expect, it } from '@jest/globals';
import { deliverBatch, type GivenUp } from '../../../local/events/stream-delivery.ts';
import type { StreamRecord } from '../../../local/events/stream-records.ts';
import type { StreamMapping } from '../../../local/template/event-source-mappings.ts';

const record = (number: number, ageSeconds = 0): StreamRecord => ({
  dynamodb: { SequenceNumber: String(number), ApproximateCreationDateTime: Date.now() / 1000 - ageSeconds },
});
const numbers = (records: readonly StreamRecord[]) => records.map(({ dynamodb }) => Number(dynamodb.SequenceNumber));

/** What the last delivery measured. */
const measured: [string, number][] = [];

/** Delivers to a handler that throws, or gives the numbers of records that it could not handle. */
async function deliver(
  records: readonly StreamRecord[],
  settings: Partial<StreamMapping>,
  handle: (batch: number[]) => number[],
) {
  const batches: number[][] = [];
  const checkpoints: number[] = [];
  measured.length = 0;
  const givenUp: { condition: GivenUp['condition']; records: number[] }[] = [];
  const mapping = { bisects: false, reportsItemFailures: true, retriesMax: 1, ...settings } as StreamMapping;
  await deliverBatch(records, {
    mapping,
    signal: new AbortController().signal,
    now: Date.now,
    measure: (name, value) => void measured.push([name, Math.round(value)]),
    checkpoint: last => void checkpoints.push(...numbers([last])),
    giveUp: async given => void givenUp.push({ condition: given.condition, records: numbers(given.records) }),
    async invoke(records) {
      const batch = numbers(records);
      batches.push(batch);
      try {
        const batchItemFailures = handle(batch).map(number => ({ itemIdentifier: String(number) }));
        return { failed: false, payload: JSON.stringify({ batchItemFailures }) };
      } catch {
        return { failed: true, payload: '{}' };
      }
    },
  });
  return { batches, checkpoints, givenUp };
}

const four = [1, 2, 3, 4].map(number => record(number));
const refuse = (poison: number) => (batch: number[]) => {
  if (batch.includes(poison)) throw new Error('poison');
  return [];
};

describe('what is measured of a batch', () => {
  it('is the age of its last record at each invocation, and the records that failed', async () => {
    await deliver([record(1, 500), record(2, 400)], {}, batch => batch.slice(-1));
    expect(measured.filter(([name]) => name === 'FailedInvokeEventCount').map(([, value]) => value)).toEqual([1, 1, 1]);
    const ages = measured.filter(([name]) => name === 'IteratorAge').map(([, value]) => Math.round(value / 1000));
    expect(ages).toEqual([400, 400, 400]);
  });
});

describe('a batch of a shard', () => {
  it('is done when the function reports nothing', async () => {
    expect(await deliver(four, {}, () => [])).toEqual({ batches: [[1, 2, 3, 4]], checkpoints: [4], givenUp: [] });
  });

  it('goes on from the first record that was reported', async () => {
    const reports = [[4, 3]];
    const result = await deliver(four, {}, () => reports.pop() ?? []);
    expect(result).toEqual({
      batches: [
        [1, 2, 3, 4],
        [3, 4],
      ],
      checkpoints: [2, 4],
      givenUp: [],
    });
  });

  it('is tried again as often as the mapping says, and then given up as a whole', async () => {
    const result = await deliver(four, { retriesMax: 2 }, refuse(2));
    expect(result.batches).toEqual([
      [1, 2, 3, 4],
      [1, 2, 3, 4],
      [1, 2, 3, 4],
    ]);
    expect(result.givenUp).toEqual([{ condition: 'RetryAttemptsExhausted', records: [1, 2, 3, 4] }]);
    expect(result.checkpoints).toEqual([4]);
  });

  it('is halved until the poison record is alone, and only that one is given up', async () => {
    const result = await deliver(four, { bisects: true }, refuse(3));
    expect(result.givenUp).toEqual([{ condition: 'RetryAttemptsExhausted', records: [3] }]);
    expect(result.batches).toEqual([[1, 2, 3, 4], [1, 2], [3, 4], [3], [3], [4]]);
    expect(result.checkpoints).toEqual([2, 3, 4]);
  });

  it('fails as a whole when the report names a record that is not in it', async () => {
    const result = await deliver(four, { retriesMax: 0 }, () => [99]);
    expect(result.givenUp).toEqual([{ condition: 'RetryAttemptsExhausted', records: [1, 2, 3, 4] }]);
  });

  it('ignores a report that the mapping does not ask for', async () => {
    const result = await deliver(four, { reportsItemFailures: false }, () => [1]);
    expect(result.checkpoints).toEqual([4]);
  });

  it('leaves out records that are too old', async () => {
    const result = await deliver([record(1, 100), record(2)], { recordAgeSecondsMax: 60 }, () => []);
    expect(result.batches).toEqual([[2]]);
    expect(result.givenUp).toEqual([{ condition: 'RecordAgeExceeded', records: [1] }]);
  });
});
