import type { Json } from '../cloud/http.ts';
import { randomOf } from '../random.ts';

/** A field of every type that a summary knows. */
export const summaryFields = [
  { id: 'name', type: 'text', label: 'Name' },
  { id: 'story', type: 'textarea' },
  { id: 'email', type: 'email' },
  { id: 'tel', type: 'phone' },
  { id: 'site', type: 'url' },
  { id: 'ref', type: 'hidden', query: 'utm_source' },
  { id: 'intro', type: 'statement', text: 'Nearly there.' },
  { id: 'topic', type: 'select', options: ['Sales', { value: 'help', label: 'Support, and more' }, '7'], other: true },
  { id: 'plan', type: 'radio', options: ['=1', 'Two', 'Three'] },
  { id: 'likes', type: 'multiselect', options: ['a', 'b', 'c'], other: true },
  { id: 'age', type: 'number' },
  { id: 'degrees', type: 'number' },
  { id: 'budget', type: 'currency', currency: 'EUR' },
  { id: 'page2', type: 'page', label: 'Page two' },
  { id: 'stars', type: 'rating' },
  { id: 'nps', type: 'scale' },
  { id: 'news', type: 'checkbox' },
  { id: 'terms', type: 'consent', text: 'I agree.' },
  { id: 'order', type: 'ranking', options: ['x', 'y', 'z'] },
  { id: 'grid', type: 'matrix', rows: ['speed', { value: 'care', label: 'Care' }], columns: ['good', 'fair', 'bad'] },
  { id: 'day', type: 'date' },
  { id: 'clock', type: 'time' },
  { id: 'cv', type: 'file', validate: { maxFiles: 3 } },
  { id: 'sum', type: 'calculated', compute: { op: '+', args: [{ field: 'nps' }, { field: 'stars' }] } },
];

/** Returns the value of an option, a row or a column. */
export const choiceOf = (choice: Json): string => (typeof choice === 'string' ? choice : choice.value);

/** Returns the number closest to a fraction, times a power of ten. */
export const closest = (numerator: bigint, denominator: bigint, exponent: number): number =>
  Number(`${(numerator * 10n ** 60n) / denominator}e${exponent - 60}`);

const words = ['Berlin', 'delivery', 'naïve', 'Grüße', 'quick', 'étude', 'paper', 'wonderful', 'slowly', 'price'];

/** Chance, the same for the same seed. */
export class Chance {
  readonly random: () => number;
  constructor(seed: number) {
    this.random = randomOf(seed);
  }
  below = (limit: number): number => Math.floor(this.random() * limit);
  pick = <T>(all: readonly T[]): T => all[this.below(all.length)] as T;
  some = <T>(all: readonly T[]): T[] => all.filter(() => this.random() < 0.5);
  shuffled = <T>(all: readonly T[]): T[] =>
    all
      .map(each => ({ each, at: this.random() }))
      .sort((one, other) => one.at - other.at)
      .map(({ each }) => each);
}

/** Returns answers to some of the fields, without the file. */
export function answersBy(chance: Chance): Record<string, Json> {
  const { below, pick, some, shuffled } = chance;
  const text = (separators = [' ', ', ']) =>
    Array.from({ length: 1 + below(4) }, () => pick(words)).join(pick(separators));
  const likes = [...some(['a', 'b', 'c']), ...(below(5) === 0 ? [pick(['tea', '"quoted"', 'naïve'])] : [])];
  const grid = Object.fromEntries(some(['speed', 'care']).map(row => [row, pick(['good', 'fair', 'bad'])]));
  const all = {
    ...{ name: text(), story: text(['\n', '; ']), email: `${pick(['ada', 'bob'])}${below(9)}@example.com` },
    ...{ tel: `+49 30 ${100_000 + below(900_000)}`, site: `https://example.com/${below(99)}`, ref: pick(words) },
    topic: pick(['Sales', 'help', '7', 'Something else', 'sales']),
    plan: pick(['=1', 'Two', 'Three']),
    ...(likes.length > 0 && { likes }),
    age: below(100),
    degrees: (below(900) - 400) / 10,
    budget: pick([below(100), below(100_000) / 100, below(1_000_000_000) / 100]),
    ...{ stars: 1 + below(5), nps: below(11), news: below(2) === 0, terms: below(3) > 0 },
    order: shuffled(['x', 'y', 'z']),
    ...(Object.keys(grid).length > 0 && { grid }),
    day: new Date(Date.UTC(2026, 0, 1 + below(50))).toISOString().slice(0, 10),
    clock: `${String(below(24)).padStart(2, '0')}:${String(below(60)).padStart(2, '0')}`,
  };
  return Object.fromEntries(Object.entries(all).filter(() => below(10) > 0));
}

const cell = (value: Json = ''): string => `"${[value].flat().join('; ').replaceAll('"', '""')}"`;

/** Returns rows of another service, one every twelve minutes. */
export function importedRows(chance: Chance, count: number, from: number): string {
  const { grid: _, ...plain } = Object.fromEntries(summaryFields.map(({ id }) => [id, id]));
  const skipped = ['intro', 'page2', 'cv', 'sum'];
  const columns = Object.keys(plain).filter(id => !skipped.includes(id));
  const rows = Array.from({ length: count }, (_, index) => {
    const answers = answersBy(chance);
    const { speed, care } = answers.grid ?? {};
    const submittedAt = new Date(Date.UTC(2024, 2, 3, 0, 12 * (from + index))).toISOString();
    return [submittedAt, ...columns.map(id => answers[id]), speed, care].map(cell).join(',');
  });
  return [['submittedAt', ...columns, 'grid.speed', 'grid.care'].join(','), ...rows].join('\n');
}
