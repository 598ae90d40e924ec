import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { eightAnswers, eightFieldForm } from '../../bench/eight-field-form.ts';
import { newPool, peerApp } from '../../bench/peer/app.ts';
import { compared } from '../../bench/peer/comparison.ts';
import { findPostgres } from '../../bench/peer/postgres.ts';
import { cursorOf, fields, positionOf } from '../../bench/peer/schema.ts';
import { checkAnswers } from '../../shared/domain/responses/answers.ts';

const directory = mkdtempSync(join(tmpdir(), 'formline-peer-test-'));
afterAll(() => rmSync(directory, { recursive: true }));

describe('finding PostgreSQL', () => {
  function programs(folder: string, ...names: string[]): string {
    mkdirSync(join(directory, folder), { recursive: true });
    for (const name of names) writeFileSync(join(directory, folder, name), '');
    return join(directory, folder);
  }
  const onPath = programs('on-path', 'initdb', 'postgres');
  const serverAlone = programs('server-alone', 'postgres');
  programs('usual/9.6/bin', 'initdb', 'postgres');
  const newest = programs('usual/15/bin', 'initdb', 'postgres');
  const clientAlone = programs('usual/17/bin', 'psql');
  const usual = [join(directory, 'usual/*/bin')];

  it('takes the one on the PATH, behind folders that lack a program', () => {
    expect(findPostgres([serverAlone, onPath].join(delimiter), usual)).toBe(onPath);
  });

  it('takes the newest where packages put them, when it is whole', () => {
    expect(findPostgres([serverAlone, clientAlone].join(delimiter), usual)).toBe(newest);
  });

  it('finds none where there is none', () => {
    expect(findPostgres('', [join(directory, 'nowhere/*/bin')])).toBeUndefined();
  });
});

describe('the peer', () => {
  // Nobody listens there: whatever is taken fails at its database.
  const pool = newPool({ host: directory });
  const app = peerApp(pool, 'the key', { logger: false });
  afterAll(async () => {
    await app.close();
    await pool.end();
  });
  const listening = app.listen({ host: '127.0.0.1', port: 0 });
  const ask = async (path: string, { answers, key = 'the key' }: { answers?: object; key?: string } = {}) => {
    const headers = { authorization: `Bearer ${key}`, ...(answers && { 'content-type': 'application/json' }) };
    const request = answers && { method: 'POST', body: JSON.stringify(answers) };
    return (await fetch(`${await listening}${path}`, { headers, ...request })).status;
  };

  it('has the fields of the form that the bench submits to', () => {
    expect(fields).toEqual(eightFieldForm.fields.map(({ id }) => id));
  });

  const { message: _, ...withoutMessage } = eightAnswers;
  it.each<[string, object]>([
    ['all answers', eightAnswers],
    ['the required answers', { name: 'A', email: 'a@example.com', topic: 'Sales', message: 'M' }],
    ['no message', withoutMessage],
    ['an empty name', { ...eightAnswers, name: '' }],
    ['a name that is too long', { ...eightAnswers, name: 'n'.repeat(101) }],
    ['no e-mail address', { ...eightAnswers, email: 'nobody' }],
    ['letters for a phone', { ...eightAnswers, phone: 'call me' }],
    ['too few employees', { ...eightAnswers, employees: 0 }],
    ['a topic that is none', { ...eightAnswers, topic: 'Weather' }],
    ['a day that is none', { ...eightAnswers, preferredDate: '2026-02-30' }],
  ])('takes and refuses as Formline does: %s', async (_what, answers) => {
    const checked = checkAnswers([...eightFieldForm.fields], { ...answers }, { partial: false });
    const status = await ask('/forms/any/submissions', { answers });
    expect(status).toBe('faults' in checked ? 400 : 500);
  });

  it('refuses another key, and what is no cursor', async () => {
    expect(await ask('/forms/any/responses', { key: 'another' })).toBe(401);
    expect(await ask('/forms/any/responses?cursor=bm8')).toBe(400);
    expect(await ask(`/forms/any/responses?cursor=${cursorOf(position)}`)).toBe(500);
  });

  const position = { submittedAt: '2026-03-14T09:26:53.589Z', id: randomUUID() };

  it('goes on where its cursor says', () => {
    expect(positionOf(cursorOf(position))).toEqual(position);
    expect(positionOf(cursorOf({ ...position, id: "' OR true" }))).toBeUndefined();
  });
});

describe('comparing', () => {
  it('divides by the peer, and leaves out what was not measured', () => {
    const peer = { 'per second': 400, 'p99, ms': 10, 'CPU of the server, ms': Number.NaN };
    const other = { 'per second': 100, 'p99, ms': 25, 'CPU of the server, ms': Number.NaN };
    expect(compared('pages', peer, other, { 'per second': 200 })).toEqual([
      ['pages', 'per second', 400, 100, 0.25, 200, 0.5],
      ['pages', 'p99, ms', 10, 25, 2.5, '', ''],
    ]);
  });
});
