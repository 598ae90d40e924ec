import { describe, expect, it } from '@jest/globals';
import { consumedBy } from '../../../../bench/consumed-capacity.ts';
import { sumsBetween } from '../../../../shared/domain/analytics/counted-spans.ts';
import { dayOf, quarterMs } from '../../../../shared/domain/time/quarters.ts';
import { dayMs, hourMs } from '../../../../shared/durations.ts';
import { newId } from '../../../../shared/ids.ts';
import { unseal } from '../../../../shared/store/counters/counter-items.ts';
import { packCounters } from '../../../../shared/store/counters/packed-counters.ts';
import { readCounters } from '../../../../shared/store/counters/read-counters.ts';
import { sealDay } from '../../../../shared/store/counters/seal-day.ts';
import { keyOf } from '../../../../shared/store/keys.ts';
import { batchPut, dynamodb, putItem } from '../../../../shared/store/table.ts';
import { itInAll } from '../../../support/in-all.ts';
import { fc } from '../../../support/properties.ts';
import { useTable } from '../../../support/table/table.ts';

const first = Date.parse('2026-01-20T00:00:00Z');
const days = 60;
const now = first + days * dayMs;

/** What was counted, by hour and name: four quarters each. */
type Hours = Map<number, Map<string, number[]>>;

const hourItem = (scope: string, hour: number, counters: Map<string, number[]>, slice = '0') => ({
  ...keyOf('hourCounts', { scope, hour: new Date(hour).toISOString().slice(0, 13), slice }),
  counts: packCounters(counters),
});

/** A form of 60 days of which some saw nothing, and a few whole weeks. */
async function countedForm(): Promise<{ scope: string; hours: Hours }> {
  const scope = newId('form');
  const hours: Hours = new Map();
  for (let index = 0; index < days * 24; index += 1) {
    const day = Math.floor(index / 24);
    if (day % 7 === 3 || (day > 20 && day < 30) || index % 5 === 0) continue;
    const cells = Array.from({ length: 4 }, (_, quarter) => (index * 7919 + quarter * 31) % 11);
    hours.set(
      first + index * hourMs,
      new Map([
        ['c', cells],
        ['v', cells.map(cell => cell * 3)],
        ['f:name', cells.map(cell => cell + 1)],
        ['e:name:required', cells],
      ]),
    );
  }
  await batchPut([...hours].map(([hour, counters]) => hourItem(scope, hour, counters)));
  return { scope, hours };
}

/** The same sums, quarter by quarter, of what was counted. */
function expected(hours: Hours, start: number, end: number): Record<string, number> {
  const sums: Record<string, number> = { c: 0, v: 0, 'f:name': 0, 'e:name:required': 0 };
  for (const [hour, counters] of hours) {
    for (const [name, cells] of counters) {
      for (const [index, cell] of cells.entries()) {
        const time = hour + index * quarterMs;
        if (time >= start && time < end) sums[name] = (sums[name] ?? 0) + cell;
      }
    }
  }
  return sums;
}

const shown = (sums: ReadonlyMap<string, number>, names: readonly string[]) =>
  Object.fromEntries(names.map(name => [name, sums.get(name) ?? 0]));

async function expectExact(scope: string, hours: Hours, bounds: readonly number[]): Promise<void> {
  const [start = 0, end = 0] = [bounds.at(0), bounds.at(-1)];
  const wanted = expected(hours, start, end);
  const whole = await readCounters(scope, [start, end], { fields: true, now });
  expect(shown(sumsBetween(whole, start, end), Object.keys(wanted))).toEqual(wanted);
  const letters = await readCounters(scope, bounds, { now });
  for (const [index, part] of bounds.slice(0, -1).entries()) {
    const { c, v } = expected(hours, part, bounds[index + 1] ?? 0);
    expect(shown(sumsBetween(letters, part, bounds[index + 1] ?? 0), ['c', 'v'])).toEqual({ c, v });
  }
}

const anyBounds = fc
  .tuple(fc.nat(days * 96), fc.nat(days * 96), fc.constantFrom(0, 0, 1, 23, 37, 75), fc.nat(5))
  .map(([one, other, offset, inner]) => {
    const [from, to] = [Math.min(one, other), Math.max(one, other)].map(
      quarter => Math.floor(quarter / 96) * 96 + offset,
    );
    const bounds = [
      from ?? 0,
      ...Array.from({ length: inner }, (_, n) => (from ?? 0) + (n + 1) * 96),
      (to ?? 0) + 96 * 6,
    ];
    return bounds.map(quarter => first + quarter * quarterMs);
  });

describe('sealed days and months', () => {
  useTable();

  itInAll(
    'are what their hours are, whatever is sealed, empty, or changed late, between any two quarter hours',
    async () => {
      const { scope, hours } = await countedForm();
      const check = (numRuns: number) =>
        fc.assert(
          fc.asyncProperty(anyBounds, bounds => expectExact(scope, hours, bounds)),
          { numRuns },
        );
      await check(10);
      for (let day = 0; day < days; day += 1) {
        const time = first + day * dayMs;
        if (day % 4 !== 1) await sealDay(scope, dayOf(time), Math.min(time + 3 * dayMs, now));
      }
      await check(40);
      for (const day of [0, 3, 12, 25, 45, 50]) {
        const hour = first + day * dayMs + 7 * hourMs;
        const counters = new Map(hours.get(hour));
        const late = new Map([
          ['c', [0, 2, 0, 0]],
          ['f:name', [0, 1, 0, 0]],
        ]);
        await putItem(hourItem(scope, hour, late, '5'));
        for (const [name, cells] of late)
          counters.set(
            name,
            cells.map((cell, index) => cell + (counters.get(name)?.[index] ?? 0)),
          );
        hours.set(hour, counters);
        await unseal(scope, dayOf(hour));
      }
      await check(20);
      for (const day of [3, 12, 45]) await sealDay(scope, dayOf(first + day * dayMs), now);
      await check(40);
    },
  );

  it('leave each hour to be read once, also of a period that begins within a day that is open', async () => {
    const { scope, hours } = await countedForm();
    const [midnight, quarter] = [now - dayMs, now - dayMs + 18 * hourMs + quarterMs];
    await expectExact(scope, hours, [quarter, now]);
    await expectExact(scope, hours, [midnight - dayMs + quarterMs, quarter, now]);
    const read = await readCounters(scope, [quarter, now], { now });
    expect(read.map(({ start }) => start)).toEqual([...hours.keys()].filter(hour => hour + hourMs > quarter));
  });

  itInAll('count once for a reader whose clock is behind that of whoever sealed them', async () => {
    const { scope, hours } = await countedForm();
    expect(await sealDay(scope, dayOf(now - dayMs), now + dayMs + hourMs)).toBe(true);
    await expectExact(scope, hours, [first, now]);
    await expectExact(scope, hours, [first, now - dayMs, now - quarterMs]);
  });

  it('are not sealed before the stream has told all of them', async () => {
    const scope = newId('form');
    expect(await sealDay(scope, dayOf(now - dayMs), now)).toBe(false);
    expect(await sealDay(scope, dayOf(now - 2 * dayMs), now)).toBe(false);
    expect(await sealDay(scope, dayOf(now - 2 * dayMs), now + hourMs)).toBe(true);
  });

  itInAll('are left to another time when they change while they are sealed', async () => {
    const { scope, hours } = await countedForm();
    const day = dayOf(first);
    let changes = 0;
    const meanwhile = () => async (next: (args: object) => Promise<unknown>, args: object) => {
      const { Key } = (args as { input: { Key?: { sk?: string } } }).input;
      if (Key?.sk === `DAY#${day}` && 'UpdateExpression' in (args as { input: object }).input && changes++ === 0) {
        await unseal(scope, day);
      }
      return next(args);
    };
    dynamodb.middlewareStack.add(next => args => meanwhile()(next as never, args) as never, {
      name: 'meanwhile',
      step: 'initialize',
    });
    expect(await sealDay(scope, day, now)).toBe(false);
    dynamodb.middlewareStack.remove('meanwhile');
    expect(changes).toBeGreaterThan(0);
    await expectExact(scope, hours, [first, first + dayMs]);
    expect(await sealDay(scope, day, now)).toBe(true);
    await expectExact(scope, hours, [first, first + dayMs]);
  });

  itInAll('cost a report a fraction of their hours', async () => {
    const { scope } = await countedForm();
    const read = () => consumedBy(dynamodb, () => readCounters(scope, [first, now], { fields: true, now }));
    const before = await read();
    for (let day = 0; day < days - 2; day += 1) await sealDay(scope, dayOf(first + day * dayMs), now);
    const after = await read();
    expect(after.readUnits).toBeLessThan(before.readUnits / 4);
  });
});
