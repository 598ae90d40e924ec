import { describe, expect, it } from '@jest/globals';
import { causeOf, endOf } from './support/cause.ts';
import Environment from './support/jest/environment.ts';

describe('a run that fails', () => {
  it('ends with the start of each message, and with where it is', () => {
    const failure = `\u001b[31mError: no\u001b[39m\n\nExpected: 1\n    at run (${process.cwd()}/node_modules/a/b.js:1:1)\n    at ${process.cwd()}/test/a.test.ts:12:3\n`;
    expect(endOf([causeOf('test/a.test.ts › adds', failure)])).toBe(
      '\nWhat failed:\n✗ test/a.test.ts › adds\n    Error: no\n    Expected: 1\n    at test/a.test.ts:12:3\n',
    );
  });

  it('says of long messages and of many tests no more than sixty lines hold', () => {
    const failure = `Error: ${'long '.repeat(900)}\n${'another line\n'.repeat(200)}    at ${process.cwd()}/test/a.test.ts:12:3\n`;
    const end = endOf(Array.from({ length: 40 }, (_, index) => causeOf(`test ${index}`, failure)));
    expect(end.split('\n').length).toBeLessThan(65);
    expect(end).toContain('… and 35 more that failed');
  });

  it('says nothing more if nothing has failed', () => expect(endOf([])).toBe(''));
});

it('a test file leaves the globals as it found them', async () => {
  const { now } = Date;
  const { fetch, Date: date } = globalThis;
  const { includes } = Array.prototype;
  const { PATH } = process.env;
  const environment = new Environment({ projectConfig: { fakeTimers: {} } } as never);
  Object.assign(globalThis, { fetch: null, Date: null, left: true });
  date.now = () => 0;
  Array.prototype.includes = () => true;
  Object.assign(process.env, { PATH: '', LEFT: 'yes' });
  environment.moduleMocker.spyOn(Math, 'max').mockReturnValue(0);
  await environment.teardown();
  expect(globalThis).not.toHaveProperty('left');
  expect(process.env).not.toHaveProperty('LEFT');
  expect([Date, Date.now, globalThis.fetch]).toEqual([date, now, fetch]);
  expect([].includes).toBe(includes);
  expect(process.env.PATH).toBe(PATH);
  expect(Math.max(1, 2)).toBe(2);
});
