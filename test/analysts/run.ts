import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hasCommand, run } from '../clients/tools.ts';
import type { Json } from '../support/cloud/http.ts';
import { startOwnCloud } from '../support/cloud/own-cloud.ts';
import { Chance, importedRows, summaryFields } from '../support/records/summary-answers.ts';
import { compareSummary } from './recount-summary.ts';

/**
 * `npm run test:analysts`: runs what docs/analysts.md shows of DuckDB and pandas, against a service with a few responses,
 * and compares a summary with what DuckDB counts. DuckDB
 * comes from the registry into a folder of its own; pandas where the machine has it (`PYTHON` names the interpreter).
 */
const folder = mkdtempSync(join(tmpdir(), 'analysts-'));
const duckdb = '@duckdb/node-api@1.5.6-r.1';
const python = process.env.PYTHON ?? 'python3';
const page = readFileSync(join(import.meta.dirname, '../../docs/analysts.md'), 'utf8');

/** The blocks of a language on the page, as one program. */
const program = (language: string): string =>
  [...page.matchAll(/^```(.+)\n([\s\S]*?)^```/gm)]
    .flatMap(([, name, text]) => (name === language ? [text] : []))
    .join('\n');

function check(name: string, found: unknown, expected: unknown): void {
  if (JSON.stringify(found) !== JSON.stringify(expected))
    throw new Error(`${name}: ${JSON.stringify(found)} in place of ${JSON.stringify(expected)}`);
  console.log(`${name}: as it should be`);
}

// No request fails because the machine is busy.
const { baseUrl, credentials, close } = await startOwnCloud({ settings: { REQUEST_PATIENCE_MS: '15000' } });
const { environments, owner } = credentials;

async function call(path: string, key: string, body?: object): Promise<Response> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const answer = await fetch(baseUrl + path, {
    headers,
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return answer;
}

const idOf = async (answer: Response): Promise<string> => ((await answer.json()) as { id: string }).id;

/** A form with three responses, one of them partial; and the key of a viewer. */
async function fill(): Promise<{ formId: string; key: string }> {
  const { secretKey } = environments.production;
  const fields = [
    { id: 'age', type: 'number' },
    { id: 'topics', type: 'multiselect', options: ['a', 'b'] },
  ];
  const formId = await idOf(await call('/forms', secretKey, { title: 'Survey', status: 'live', fields }));
  const answers = [
    { age: 30, topics: ['a', 'b'] },
    { age: 40, topics: ['b'] },
    { age: 7, topics: ['a'] },
  ];
  for (const [index, each] of answers.entries())
    await call(`/v1/forms/${formId}/submissions?status=${index === 2 ? 'partial' : 'completed'}`, secretKey, each);
  const login = await call('/auth/login', secretKey, { email: owner.email, password: owner.password });
  const { token } = (await login.json()) as { token: string };
  const viewer = { type: 'secret', environment: 'production', name: 'Analysts', role: 'viewer' };
  const { key } = (await (await call('/api-keys', token, viewer)).json()) as { key: string };
  return { formId, key };
}

/** Compares the summary of a thousand responses by chance with what DuckDB counts in their CSV. */
async function compareSummaryOfImport(): Promise<void> {
  const { secretKey } = environments.production;
  const formId = await idOf(
    await call('/forms', secretKey, { title: 'Survey', status: 'live', fields: summaryFields }),
  );
  const chance = new Chance(1);
  for (let from = 0; from < 1000; from += 100)
    await call('/responses/import', secretKey, { formId, csv: importedRows(chance, 100, from) });
  const summaryOf = async () => (await call(`/forms/${formId}/summary`, secretKey)).json();
  // The counters follow within seconds.
  let summary = (await summaryOf()) as Json;
  for (; summary.responses < 1000; summary = await summaryOf()) await new Promise(resolve => setTimeout(resolve, 500));
  const rows = await call(`/responses?format=csv&guard=false&form_id=${formId}`, secretKey);
  writeFileSync(join(folder, 'responses.csv'), await rows.text());
  await compareSummary(query, 'responses.csv', summaryFields, summary);
  console.log('DuckDB, summary: as it should be');
}

/** The files of an export, fetched by their links. */
async function fetchExport(formId: string, key: string): Promise<void> {
  const id = await idOf(await call('/exports', key, { format: 'parquet', formId }));
  for (let state = ''; state !== 'done'; await new Promise(resolve => setTimeout(resolve, 2000))) {
    ({ state } = (await (await call(`/exports/${id}`, key)).json()) as { state: string });
  }
  const { items } = (await (await call(`/exports/${id}/files`, key)).json()) as {
    items: { name: string; url: string }[];
  };
  for (const { name, url } of items)
    writeFileSync(join(folder, name), Buffer.from(await (await fetch(url)).arrayBuffer()));
}

const runner = `
import { readFileSync } from 'node:fs';
import { DuckDBInstance } from '@duckdb/node-api';
const connection = await (await DuckDBInstance.create()).connect();
const rows = (await connection.runAndReadAll(readFileSync(process.argv[2], 'utf8'))).getRowObjectsJson();
console.log(JSON.stringify(rows));
`;

async function query(sql: string): Promise<Json[]> {
  writeFileSync(join(folder, 'query.sql'), sql);
  return JSON.parse(await run(process.execPath, ['run.mjs', 'query.sql'], folder));
}

try {
  const { formId, key } = await fill();
  const lines = await call(`/responses?format=jsonl&order=asc&form_id=${formId}`, key);
  writeFileSync(join(folder, 'responses.jsonl'), await lines.text());
  await run('npm', ['install', '--no-audit', '--no-fund', '--silent', duckdb], folder);
  writeFileSync(join(folder, 'run.mjs'), runner);
  check('DuckDB, JSON Lines', await query(program('sql duckdb')), [
    { topic: 'a', responses: '1', average_age: 30 },
    { topic: 'b', responses: '2', average_age: 35 },
  ]);
  await compareSummaryOfImport();
  await fetchExport(formId, key);
  const [all] = await query(program('sql parquet'));
  check('DuckDB, Parquet', [all?.responses, all?.average_age.toFixed(2)], ['3', '25.67']);
  Object.assign(process.env, { FORMLINE_URL: baseUrl, FORMLINE_KEY: key, FORM_ID: formId });
  writeFileSync(join(folder, 'analysis.py'), program('python'));
  const hasPandas =
    (await hasCommand(python)) &&
    (await run(python, ['-c', 'import pandas'], folder).then(
      () => true,
      () => false,
    ));
  if (hasPandas)
    check('pandas', (await run(python, ['analysis.py'], folder)).match(/\d+\.\d+|^\d+$/gm), ['30.0', '35.0', '3']);
  else console.log('pandas: left out, as this machine has none (PYTHON names an interpreter that has)');
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await close();
  rmSync(folder, { recursive: true, force: true });
}
