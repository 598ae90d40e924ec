import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { itInAll } from '../support/in-all.ts';
import { inAll } from '../support/share.ts';
import { type FuzzReport, fuzz } from './fuzz.ts';
import { startServices } from './services.ts';

const cases = inAll ? 2800 : 400;

/** Without the settings of services. */
const env = { ...process.env };

let stop: (() => Promise<void>) | undefined;
let outcome: FuzzReport;
beforeAll(async () => {
  stop = await startServices();
  outcome = await fuzz({ cases, seed: 1 });
});
afterAll(() => stop?.());

it('finds no request that fails a function, takes long, shows a stranger’s record or changes a prototype', () => {
  expect(outcome.findings).toEqual([]);
});

it('asks every operation, and gets so far that many succeed', () => {
  const answers = [...outcome.answers.values()];
  const sum = (numbers: number[]) => numbers.reduce((one, other) => one + other, 0);
  expect(sum(answers.map(({ all }) => all))).toBe(cases);
  expect(Math.min(...answers.map(({ all }) => all))).toBeGreaterThan(inAll ? 3 : 0);
  expect(sum(answers.map(({ success }) => success))).toBeGreaterThan(cases / 10);
});

itInAll('runs as a command, too', () => {
  const printed = execFileSync(
    process.execPath,
    [join(import.meta.dirname, 'run.ts'), '--cases', '25', '--seed', '1'],
    {
      env,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  expect(printed).toMatch(/^25 cases from seed 1: 0 findings; /m);
});
