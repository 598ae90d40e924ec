import { expect } from '@jest/globals';
import { inParallel } from '../../../shared/in-parallel.ts';
import type { Client } from '../cloud/client.ts';
import type { Json } from '../cloud/http.ts';
import { eventually } from '../eventually.ts';
import { uploaded } from './files.ts';
import { newForm } from './forms.ts';
import { answersBy, Chance, summaryFields as fields, importedRows } from './summary-answers.ts';
import { expectAsCounted, rowsOf } from './summary-recount.ts';

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
