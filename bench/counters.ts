import { dayOf, quarterMs } from '../shared/domain/quarters.ts';
import { keyOf } from '../shared/store/keys.ts';
import type { Item } from '../shared/store/table.ts';
import { eightFieldForm } from './eight-field-form.ts';
import { putAll } from './fill.ts';

const quartersPerDay = 96;
const dayMs = quartersPerDay * quarterMs;

/** So many responses that arrived over these days, up to today: evenly, in as many of the quarter hours as there are of them. */
export type Filling = { readonly responses: number; readonly days: number };

/** Stores the counters of days as `count-events` would have left them: of a form, or of an environment. */
export async function putDayCounters(scope: string, filling: Filling): Promise<void> {
  const { byDay, each } = spread(filling);
  await putAll([...byDay].map(([day, times]) => ({ ...keyOf('dayCounts', { scope, day }), ...letters(times, each) })));
}

/** The same of the fields of a form; their quarter hours only of days that a time zone can cut. */
export async function putFieldCounters(scope: string, filling: Filling): Promise<void> {
  const { byDay, each } = spread(filling);
  await putAll([...byDay].map(([day, times]) => fieldsOfDay(scope, day, times.length * each)));
  const cut = [...byDay.values()].filter((_, index, all) => index < 2 || index >= all.length - 2);
  await putAll(cut.flat().map(time => fieldsOfQuarter(scope, time, each)));
}

function spread({ responses, days }: Filling) {
  const first = Math.floor(Date.now() / dayMs) * dayMs - (days - 1) * dayMs;
  const total = days * quartersPerDay;
  const counted = Math.min(responses, total);
  const times = Array.from({ length: counted }, (_, n) => first + Math.floor((n * total) / counted) * quarterMs);
  return { byDay: Map.groupBy(times, dayOf), each: responses / counted };
}

const quarterOf = (time: number): string => String((time % dayMs) / quarterMs).padStart(2, '0');

/** Everything that a day counts, in each of these quarter hours. */
function letters(times: readonly number[], responses: number): Record<string, number> {
  const shares = { v: 4, b: 2, c: 1, S: 0.1, C: 0.1, p: 0.3, P: 0.1, a: 0.2, A: 0.1, w: 0.2, h: 0.1 };
  return Object.fromEntries(
    times.flatMap(time =>
      Object.entries(shares).map(([letter, share]) => [`${letter}${quarterOf(time)}`, Math.ceil(responses * share)]),
    ),
  );
}

const fieldsOfDay = (scope: string, day: string, responses: number): Item => ({
  ...keyOf('fieldDayCounts', { scope, day }),
  ...fields(responses),
});

const fieldsOfQuarter = (scope: string, time: number, responses: number): Item => ({
  ...keyOf('fieldQuarterCounts', { scope, day: dayOf(time), quarter: quarterOf(time) }),
  ...fields(responses),
});

/** Of each field, how many visits reached and answered it, where they left, and two rules that answers broke. */
function fields(responses: number): Record<string, number> {
  const names = ['f', 'n', 'g', 'd', 'e:required', 'e:maxLength'];
  return Object.fromEntries(
    eightFieldForm.fields.flatMap(({ id }) =>
      names.map(name => {
        const [letter, rule] = name.split(':');
        return [[letter, id, rule].filter(Boolean).join(':'), Math.ceil(responses)];
      }),
    ),
  );
}
