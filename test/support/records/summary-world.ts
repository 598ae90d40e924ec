import { expect } from '@jest/globals';
import { inParallel } from '../../../shared/in-parallel.ts';
import type { Client } from '../cloud/client.ts';
import type { Json } from '../cloud/http.ts';
import { eventually } from '../eventually.ts';
import { randomOf } from '../random.ts';
import { uploaded } from './files.ts';
import { newForm } from './forms.ts';
import { expectAsCounted, rowsOf } from './summary-recount.ts';

const fields = [
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

const words = ['Berlin', 'delivery', 'naïve', 'Grüße', 'quick', 'étude', 'paper', 'wonderful', 'slowly', 'price'];

/** Chance, the same for the same seed. */
class Chance {
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
function answersBy(chance: Chance): Record<string, Json> {
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
function importedRows(chance: Chance, count: number, from: number): string {
  const { grid: _, ...plain } = Object.fromEntries(fields.map(({ id }) => [id, id]));
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

/** The most submissions; all others are imported. */
const submittedMax = 2100;
const importedAtOnce = 1000;
/** The number of requests at a time. */
const atOnce = 8;

const succeeds = ({ status, body }: Json): Json => {
  if (status > 299) throw new Error(`${status}: ${JSON.stringify(body)}`);
  return body;
};

/** Changes a response as chance has it, or leaves it. */
async function change(client: Client, id: string, chance: Chance): Promise<void> {
  const params = { id };
  const update = async (body: object) => succeeds(await client('updateResponse', { params, body }));
  const roll = chance.below(100);
  if (roll < 12) {
    const answers = Object.entries(answersBy(chance)).map(([field, value]) => [
      field,
      chance.below(4) > 0 ? value : null,
    ]);
    await update({ answers: Object.fromEntries(answers) });
  } else if (roll < 20) {
    await update({ status: 'abandoned' });
    if (roll < 16) await update({ status: 'completed' });
  } else if (roll < 28) {
    await update({ spam: true });
    if (roll < 24) await update({ spam: null });
  } else if (roll < 34) succeeds(await client('deleteResponse', { params }));
}

/**
 * Fills a form with a field of every type by chance: with submissions, files, imports, corrections, changes of status,
 * spam and removals. Then its summary must be what counting its export again gives.
 *
 * @param browser uploads files
 */
export async function checkRandomSummary(
  { secret, browser }: { secret: Client; browser: Client },
  { seed, count }: { seed: number; count: number },
): Promise<void> {
  const { id: formId } = await newForm(secret, { fields });
  const chance = new Chance(seed);
  const sent = Array.from({ length: Math.min(Math.ceil(count * 0.7), submittedMax) }, (_, index) => ({
    answers: answersBy(chance),
    status: chance.below(8) === 0 ? 'partial' : 'completed',
    files: index % 40 === 0 ? 1 + chance.below(3) : 0,
    fate: new Chance(seed * 1000 + index),
  }));
  await inParallel(sent, atOnce, async ({ answers, status, files, fate }) => {
    const cv: string[] = [];
    while (cv.length < files) cv.push(await uploaded(browser, formId));
    const body = { ...answers, ...(files > 0 && { cv }) };
    const response = succeeds(await secret('createSubmission', { params: { formId }, query: { status }, body }));
    await change(secret, response.id, fate);
  });
  const imported = count - sent.length;
  for (let from = 0; from < imported; from += importedAtOnce) {
    const csv = importedRows(chance, Math.min(importedAtOnce, imported - from), from);
    expect(succeeds(await secret('importResponses', { body: { formId, csv } }))).toMatchObject({ refused: [] });
  }
  const compare = async (query: Record<string, string>) => {
    const filter = { form_id: formId, format: 'csv', order: 'desc', guard: 'false', ...query };
    const { text } = await secret('listResponses', { query: filter });
    const rows = rowsOf(text);
    const summary = succeeds(await secret('getSummary', { params: { id: formId }, query }));
    expectAsCounted(summary, fields, rows);
    return rows.length;
  };
  // The counters follow within seconds.
  expect(await eventually(() => compare({}))).toBeGreaterThan(count * 0.85);
  const day = { from: '2024-03-03', to: '2024-03-03' };
  expect(await compare(day)).toBe(Math.min(imported, 120));
}
