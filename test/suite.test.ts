import { describe, expect, it } from '@jest/globals';
import { causeOf, endOf } from './support/cause.ts';

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
