import { describe, expect, it } from '@jest/globals';
import { type CountsOfFields, fieldMetric, reportedField } from '../../../../shared/domain/analytics/field-metrics.ts';
import { newForm } from '../../../../shared/domain/forms/stored-form.ts';
import { localDays } from '../../../../shared/domain/time/local-days.ts';
import { dayOf } from '../../../../shared/domain/time/quarters.ts';
import { hourMs } from '../../../../shared/durations.ts';
import { newId } from '../../../../shared/ids.ts';
import { packCounters } from '../../../../shared/store/counters/packed-counters.ts';
import { sealDay } from '../../../../shared/store/counters/seal-day.ts';
import { putForm } from '../../../../shared/store/forms/forms.ts';
import { keyOf } from '../../../../shared/store/keys.ts';
import { readCountsOfForms, readDayCounts, readFormCounts } from '../../../../shared/store/responses/analytics.ts';
import { batchPut, dynamodb, tableName } from '../../../../shared/store/table.ts';
import { fc, runs } from '../../../support/properties.ts';
import { newCaller } from '../../../support/records/records.ts';
import { count } from '../../../support/table/counters.ts';
import { useTable } from '../../../support/table/table.ts';

const at = (text: string) => Date.parse(text);
const quarter = 15 * 60_000;
const day = 96 * quarter;
const table = () => ({ client: dynamodb, tableName: tableName() });

/** Every quarter hour of a span counts one view. */
const viewsOfEachQuarter = (scope: string, start: string, days: number) =>
  Array.from({ length: days * 24 }, (_, index) => ({
    ...keyOf('hourCounts', {
      scope,
      hour: new Date(at(start) + index * hourMs).toISOString().slice(0, 13),
      slice: '0',
    }),
    counts: packCounters(new Map([['v', [1, 1, 1, 1]]])),
  }));

const reached = (counts: CountsOfFields, id = 'name'): number => {
  const field = reportedField([{ id, type: 'text' }], [], id);
  return field ? fieldMetric(field, counts).reached : Number.NaN;
};

useTable();

describe('counters of days', () => {
  it('fall into the days of a time zone, however long those are', async () => {
    const scope = newId('form');
    await batchPut(viewsOfEachQuarter(scope, '2026-10-22', 6));
    const views = async (timezone: string) => {
      const days = localDays(at('2026-10-26T12:00:00Z'), 3, timezone);
      return (await readDayCounts(scope, days)).map(each => [each.date, each.views]);
    };
    const dates = ['2026-10-24', '2026-10-25', '2026-10-26'];
    expect(await views('UTC')).toEqual(dates.map(date => [date, 96]));
    expect(await views('Asia/Kathmandu')).toEqual(dates.map(date => [date, 96]));
    expect(await views('Europe/Berlin')).toEqual(dates.map((date, index) => [date, index === 1 ? 100 : 96]));
  });

  it('are counted in the day of their quarter hour and in no other', async () => {
    const scope = newId('form');
    for (const time of ['2026-03-08T18:00Z', '2026-03-08T18:15Z', '2026-03-09T18:00Z', '2026-03-09T18:15Z']) {
      await count(table(), scope, 'c', at(time));
    }
    const days = localDays(at('2026-03-09T20:00:00Z'), 3, 'Asia/Kathmandu');
    const submissions = (await readDayCounts(scope, days)).map(each => [each.date, each.submissions]);
    expect(submissions).toEqual([
      ['2026-03-08', 1],
      ['2026-03-09', 2],
      ['2026-03-10', 1],
    ]);
  });

  it('are read to the last page of them', async () => {
    const scope = newId('form');
    // A page ends at a megabyte.
    const padding = 'x'.repeat(20_000);
    await batchPut(viewsOfEachQuarter(scope, '2026-03-01', 10).map(item => ({ ...item, padding })));
    const counts = await readDayCounts(scope, localDays(at('2026-03-10T12:00:00Z'), 10, 'UTC'));
    expect(counts.map(({ views }) => views)).toEqual(Array(10).fill(96));
  });
});

describe('counters of fields', () => {
  it('are those of sealed days, and of hours only where the time zone cuts a day', async () => {
    const scope = newId('form');
    // A sealed day is given what its hours never hold, to tell where the sum comes from.
    for (const date of ['2026-03-07', '2026-03-08', '2026-03-09', '2026-03-10']) {
      await count(table(), scope, 'f:name', at(`${date}T18:00:00Z`));
      await count(table(), scope, 'f:name', at(`${date}T18:15:00Z`), 10);
      const counts = packCounters(new Map([['f:name', [1000]]]));
      await batchPut([{ ...keyOf('dayCounts', { scope, day: date }), counts }]);
    }
    const now = at('2026-03-09T12:00:00Z');
    const sum = async (days: number, timezone: string) =>
      reached((await readFormCounts(scope, localDays(now, days, timezone))).fields);
    expect(await sum(2, 'UTC')).toBe(2000);
    // From 18:15 on the 7th to 18:15 on the 9th: the 8th is whole.
    expect(await sum(2, 'Asia/Kathmandu')).toBe(1011);
    expect(await sum(1, 'Asia/Kathmandu')).toBe(11);
    expect(await sum(3, 'Asia/Kathmandu')).toBe(2001);
    // From 09:30 on.
    expect(await sum(1, 'Pacific/Marquesas')).toBe(11);
  });

  it('are in any period of any zone what a recount of the events gives', async () => {
    const scope = newId('form');
    const first = at('2026-03-05T00:00:00Z');
    const times = Array.from({ length: 150 }, (_, index) => first + ((index * 7919) % 960) * quarter);
    for (const time of times) await count(table(), scope, 'f:name', time);
    for (let midnight = first; midnight < first + 10 * day; midnight += 2 * day) await sealDay(scope, dayOf(midnight));
    const scenario = fc.record({
      now: fc.integer({ min: first, max: first + 9 * day }),
      count: fc.integer({ min: 1, max: 9 }),
      timezone: fc.constantFrom('UTC', 'Asia/Kathmandu', 'Pacific/Kiritimati', 'America/New_York', 'Etc/GMT+12'),
    });
    await fc.assert(
      fc.asyncProperty(scenario, async ({ now, count, timezone }) => {
        const clock = new Intl.DateTimeFormat('sv-SE', { timeZone: timezone, dateStyle: 'short' });
        const to = clock.format(now);
        const from = new Date(at(to) - (count - 1) * day).toISOString().slice(0, 10);
        const expected = times.filter(time => clock.format(time) >= from && clock.format(time) <= to).length;
        const { fields } = await readFormCounts(scope, localDays(now, count, timezone));
        expect(reached(fields)).toBe(expected);
      }),
      { numRuns: runs(60) },
    );
  });
});

describe('the forms of an environment', () => {
  it('are reported one by one, the newest hundred, each with its own counts', async () => {
    const caller = await newCaller();
    const ids: string[] = [];
    for (let index = 0; index <= 100; index += 1) {
      const form = newForm({ title: `Form ${index}`, status: 'draft', fields: [] }, caller.environment);
      await putForm(form, caller);
      ids.push(form.id);
    }
    const time = at('2026-03-09T12:00:00Z');
    await count(table(), ids[0] ?? '', 'c', time, 5);
    await count(table(), ids[1] ?? '', 'c', time, 7);
    await count(table(), ids[100] ?? '', 'c', time - day, 3);
    const forms = await readCountsOfForms(caller.environmentId, localDays(time, 2, 'UTC'));
    expect(forms.map(({ formId }) => formId)).toEqual(ids.slice(1).sort().reverse());
    const submissions = new Map(forms.map(({ formId, counts }) => [formId, counts.submissions]));
    expect([ids[1], ids[2], ids[100]].map(id => submissions.get(id ?? ''))).toEqual([7, 0, 3]);
    expect(forms.find(({ formId }) => formId === ids[100])?.title).toBe('Form 100');
    expect(forms[0]).not.toHaveProperty('trend');
    const withTrend = await readCountsOfForms(caller.environmentId, localDays(time, 2, 'UTC'), true);
    const trends = new Map(withTrend.map(({ formId, trend }) => [formId, trend]));
    expect([ids[1], ids[2], ids[100]].map(id => trends.get(id ?? ''))).toEqual([
      [0, 7],
      [0, 0],
      [3, 0],
    ]);
    expect(withTrend.map(({ trend: _, ...form }) => form)).toEqual(forms);
  });
});
