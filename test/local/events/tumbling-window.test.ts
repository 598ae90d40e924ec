import { expect, it } from '@jest/globals';
import type { StreamRecord } from '../../../local/events/stream-records.ts';
import { TumblingWindow } from '../../../local/events/tumbling-window.ts';

const streamArn = 'arn:aws:dynamodb:eu-central-1:000000000000:table/t/stream/2026-03-01T00:00:00.000';
const noon = Date.parse('2026-03-01T12:00:00Z') / 1000;

const recordAt = (seconds: number) => ({ dynamodb: { ApproximateCreationDateTime: noon + seconds } }) as StreamRecord;
const newWindow = (seconds?: number) => new TumblingWindow({ seconds, shardId: 'shardId-1', streamArn });
const answered = (payload: unknown) => ({ payload: JSON.stringify(payload), failed: false });

it('gives plain events without a window, and takes any answer', () => {
  const window = newWindow();
  const records = [recordAt(0), recordAt(1000)];
  expect(window.batchOf(records)).toEqual(records);
  expect(JSON.parse(window.eventOf(records))).toEqual({ Records: records });
  expect(window.accepted(records, answered(null)).failed).toBe(false);
  expect(window.isOver(Number.POSITIVE_INFINITY)).toBe(false);
});

it('cuts a batch where the window of its first record ends, and names window and shard', () => {
  const window = newWindow(60);
  const records = [recordAt(59), recordAt(59.999), recordAt(60), recordAt(61)];
  const batch = window.batchOf(records);
  expect(batch).toEqual(records.slice(0, 2));
  expect(JSON.parse(window.eventOf(batch))).toEqual({
    Records: batch,
    window: { start: '2026-03-01T12:00:00Z', end: '2026-03-01T12:01:00Z' },
    state: {},
    shardId: 'shardId-1',
    eventSourceARN: streamArn,
    isFinalInvokeForWindow: false,
    isWindowTerminatedEarly: false,
  });
});

it('hands the state on until the window is over, and begins the next without', () => {
  const window = newWindow(60);
  const first = [recordAt(10)];
  window.eventOf(first);
  expect(window.accepted(first, answered({ state: { seen: 1 } })).failed).toBe(false);
  expect(JSON.parse(window.eventOf([recordAt(20)])).state).toEqual({ seen: 1 });
  expect([window.isOver(recordAt(59)), window.isOver(recordAt(60))]).toEqual([false, true]);
  expect([window.isOver((noon + 59) * 1000), window.isOver((noon + 60) * 1000)]).toEqual([false, true]);
  expect(JSON.parse(window.eventOf([]))).toMatchObject({ isFinalInvokeForWindow: true, state: { seen: 1 } });
  window.accepted([], answered({}));
  expect(JSON.parse(window.eventOf([recordAt(70)]))).toMatchObject({
    window: { start: '2026-03-01T12:01:00Z' },
    state: {},
  });
});

it('takes an answer without a state for a failure, and keeps the state of before', () => {
  const window = newWindow(60);
  const records = [recordAt(10)];
  window.eventOf(records);
  window.accepted(records, answered({ state: { seen: 1 } }));
  for (const answer of [null, {}, { state: null }, { batchItemFailures: [] }, 'text']) {
    expect(window.accepted(records, answered(answer)).failed).toBe(true);
  }
  expect(window.accepted(records, { payload: '{}', failed: true }).failed).toBe(true);
  expect(JSON.parse(window.eventOf(records)).state).toEqual({ seen: 1 });
});
