import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { type Access, bearer, call, until } from './access.ts';

const run = promisify(execFile);

/** An analyst with curl and a secret key: lists by pages, exports, reports. */
export async function analyst({ baseUrl, environments: { production } }: Access): Promise<void> {
  const headers = bearer(production.secretKey);
  const form = await call(`${baseUrl}/forms`, 'POST', {
    headers,
    body: {
      ...{ title: 'Survey', status: 'live', environment: 'production' },
      fields: [
        { id: 'name', type: 'text', label: 'Name' },
        { id: 'score', type: 'number', label: 'Score' },
      ],
    },
  });
  for (let score = 1; score <= 5; score += 1) {
    const body = { name: `Person ${score}`, score };
    await call(`${baseUrl}/v1/forms/${form.id}/submissions`, 'POST', { headers, body });
  }
  const curl = async (path: string): Promise<string> => {
    const { stdout } = await run('curl', [
      '-sS',
      '-f',
      '-H',
      `Authorization: Bearer ${production.secretKey}`,
      baseUrl + path,
    ]);
    return stdout;
  };
  const of = `form_id=${form.id}`;
  const csv = (await curl(`/responses?${of}&status=completed&format=csv`))
    .replace(/^\uFEFF/, '')
    .trimEnd()
    .split(/\r?\n/);
  assert.equal(csv.length, 6);
  const [header = ''] = csv;
  const columns = header.split(',');
  for (const name of ['id', 'status', 'submittedAt', 'name', 'score'])
    assert.ok(columns.includes(name), `A column ${name}`);

  const ids: string[] = [];
  for (let offset = 0; offset < 6; offset += 2) {
    const page = JSON.parse(await curl(`/responses?${of}&limit=2&offset=${offset}`));
    ids.push(...page.items.map(({ id }: { id: string }) => id));
  }
  assert.equal(new Set(ids).size, 5);
  const times = JSON.parse(await curl(`/responses?${of}`)).items.map(
    ({ submittedAt }: { submittedAt: string }) => submittedAt,
  );
  assert.deepEqual(times, [...times].sort().reverse(), 'The newest first');
  assert.equal(JSON.parse(await curl(`/responses?${of}&status=partial`)).items.length, 0);

  const report = await until('the report', async () => {
    const text = await curl(`/forms/${form.id}/analytics`);
    return /"submissions":5/.test(text) ? JSON.parse(text) : undefined;
  });
  assert.ok(report);
  const trends = JSON.parse(await curl(`/analytics/trends?${of}&days=7`));
  assert.equal(trends.points.length, 7);
  for (const path of [
    `/analytics`,
    `/analytics/dropoffs?${of}`,
    `/analytics/fields?${of}`,
    `/analytics/fields?${of}&field_id=score`,
  ]) {
    assert.equal(typeof JSON.parse(await curl(path)), 'object', path);
  }
  assert.match(await curl(`/forms/${form.id}/analytics.csv`), /submissions/);
}
