import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { fieldMetric, reportedField } from '../../../../shared/domain/analytics/field-metrics.ts';
import { localDays } from '../../../../shared/domain/analytics/local-days.ts';
import { newForm } from '../../../../shared/domain/forms/form.ts';
import { dayOf } from '../../../../shared/domain/quarters.ts';
import { newId } from '../../../../shared/ids.ts';
import { putForm } from '../../../../shared/store/forms/forms.ts';
import { keyOf } from '../../../../shared/store/keys.ts';
import { readCountsOfForms, readDayCounts, readFieldCounts } from '../../../../shared/store/responses/analytics.ts';
import { dynamodb, tableName } from '../../../../shared/store/table.ts';
import { count, countField, putItems } from '../../../support/counters.ts';
import { newCaller } from '../../../support/records.ts';
import { useTable } from '../../../support/table.ts';

const at = (text: string) => Date.parse(text);
const quarter = 15 * 60_000;
const day = 96 * quarter;
const table = () => ({ client: dynamodb, tableName: tableName() });

/** Every quarter hour of a span counts one view. */
const viewsOfEachQuarter = (scope: string, start: string, days: number) =>
  Array.from({ length: days }, (_, index) => ({
    ...keyOf('dayCounts', { scope, day: dayOf(at(start) + index * day) }),
    ...Object.fromEntries(Array.from({ length: 96 }, (_, q) => [`v${String(q).padStart(2, '0')}`, 1])),
  }));

const reached = (counts: Awaited<ReturnType<typeof readFieldCounts>>, id = 'name'): number => {
  const field = reportedField([{ id, type: 'text' }], [], id);
  return field ? fieldMetric(field, counts).reached : Number.NaN;
};

useTable();

describe('counters of days', () => {
  it('fall into the days of a time zone, however long those are', async () => {
    const scope = newId('form');
    await putItems(table(), viewsOfEachQuarter(scope, '2026-10-22', 6));
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
    const padding = 'x'.repeat(200_000);
    await putItems(
      table(),
      viewsOfEachQuarter(scope, '2026-03-01', 10).map(item => ({ ...item, padding })),
    );
    const counts = await readDayCounts(scope, localDays(at('2026-03-10T12:00:00Z'), 10, 'UTC'));
    expect(counts.map(({ views }) => views)).toEqual(Array(10).fill(96));
  });
});

describe('counters of fields', () => {
  it('are those of whole days, and of quarter hours only where the time zone cuts a day', async () => {
    const scope = newId('form');
    // Day and quarter hours are given what they never hold beside each other, to tell where the sum comes from.
    for (const date of ['2026-03-07', '2026-03-08', '2026-03-09', '2026-03-10']) {
      await putItems(table(), [
        { ...keyOf('fieldDayCounts', { scope, day: date }), 'f:name': 1000 },
        { ...keyOf('fieldQuarterCounts', { scope, day: date, quarter: '72' }), 'f:name': 1 },
        { ...keyOf('fieldQuarterCounts', { scope, day: date, quarter: '73' }), 'f:name': 10 },
      ]);
    }
    const now = at('2026-03-09T12:00:00Z');
    const sum = async (days: number, timezone: string) =>
      reached(await readFieldCounts(scope, localDays(now, days, timezone)));
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
    for (const time of times) await countField(table(), scope, 'f:name', time);
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
        expect(reached(await readFieldCounts(scope, localDays(now, count, timezone)))).toBe(expected);
      }),
      { numRuns: 60 },
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
  });
});
