import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { log } from '../../shared/log.ts';
import { inAll } from '../support/share.ts';
import { playHistories } from './histories.ts';
import { startServices } from './services.ts';

let stop: (() => Promise<void>) | undefined;
beforeAll(async () => {
  process.env.PASSWORD_COST = '10';
  stop = await startServices();
  log.setLogLevel('SILENT');
});
afterAll(() => stop?.());

const steps = inAll ? 2000 : 200;

it('shows everybody what they may see and nothing else, through histories of two organizations', async () => {
  const { findings, answers } = await playHistories({ steps, seed: 1 });
  expect(findings).toEqual([]);
  const count = (ending: RegExp) =>
    [...answers].reduce((sum, [answered, times]) => sum + (ending.test(answered) ? times : 0), 0);
  expect(count(/ 20\d$/)).toBeGreaterThan(steps / 10);
  for (const refusal of [/ 401$/, / 403$/, / 404$/]) expect(count(refusal)).toBeGreaterThan(steps / 100);
});
