import { describe, expect, it } from '@jest/globals';
import { cronMatches } from '../../../local/events/cron.ts';
import { matchesPattern, unknownRule } from '../../../local/events/event-pattern.ts';
import { millisToNext } from '../../../local/events/schedules.ts';
import type { JsonObject } from '../../../local/template/template.ts';

const event: JsonObject = {
  eventName: 'MODIFY',
  dynamodb: { NewImage: { status: { S: 'live' }, count: { N: '2' } }, tags: ['a', 'b'] },
};

describe('an event pattern', () => {
  it.each<[JsonObject, boolean]>([
    [{}, true],
    [{ eventName: ['INSERT', 'MODIFY'] }, true],
    [{ eventName: ['INSERT'] }, false],
    [{ dynamodb: { NewImage: { status: { S: ['live'] } } } }, true],
    [{ dynamodb: { OldImage: { status: { S: ['live'] } } } }, false],
    [{ dynamodb: { NewImage: { duepk: { S: [{ exists: true }] } } } }, false],
    [{ dynamodb: { NewImage: { duepk: { S: [{ exists: false }] } } } }, true],
    [{ dynamodb: { NewImage: { status: { S: [{ prefix: 'li' }] } } } }, true],
    [{ dynamodb: { NewImage: { status: { S: [{ 'anything-but': 'draft' }] } } } }, true],
    [{ dynamodb: { NewImage: { status: { S: [{ 'anything-but': ['live', 'draft'] }] } } } }, false],
    [{ dynamodb: { NewImage: { status: { S: [{ 'anything-but': { prefix: 'dr' } }] } } } }, true],
    [{ dynamodb: { NewImage: { other: { S: [{ 'anything-but': 'x' }] } } } }, false],
    [{ dynamodb: { tags: ['b'] } }, true],
    [{ eventName: ['MODIFY'], dynamodb: { tags: ['c'] } }, false],
  ])('%j: %s', (pattern, expected) => {
    expect(matchesPattern(pattern, event)).toBe(expected);
  });

  it('names a rule that is not carried out', () => {
    expect(unknownRule({ a: { b: [{ numeric: ['>', 1] }] } })).toBe('numeric');
    expect(unknownRule({ $or: [] })).toBe('$or');
    expect(unknownRule({ a: [{ 'anything-but': { prefix: 'x' } }, 'b', null] })).toBeUndefined();
  });
});

describe('a schedule', () => {
  const at = (iso: string) => new Date(`${iso}Z`);

  it.each([
    ['0 12 * * ? *', '2026-11-21T12:00', true],
    ['0 12 * * ? *', '2026-11-21T12:01', false],
    ['0/15 * * * ? *', '2026-11-21T03:45', true],
    ['5-10 * * * ? *', '2026-11-21T03:07', true],
    ['0 3 ? * MON-FRI *', '2026-11-21T03:00', false],
    ['0 3 ? * SAT,SUN *', '2026-11-21T03:00', true],
    ['0 3 1 JAN,NOV ? *', '2026-11-01T03:00', true],
    ['0 3 1 1 ? 2030', '2026-01-01T03:00', false],
  ])('cron(%s) at %s: %s', (expression, time, expected) => {
    expect(cronMatches(expression, at(time))).toBe(expected);
  });

  it('waits for its rate, or for the next minute of its cron', () => {
    const now = at('2026-11-21T03:10:30');
    expect(millisToNext('rate(1 minute)', now)).toBe(60_000);
    expect(millisToNext('rate(2 hours)', now)).toBe(7_200_000);
    expect(millisToNext('cron(12 3 * * ? *)', now)).toBe(90_000);
    expect(millisToNext('cron(10 3 * * ? *)', now)).toBe(86_370_000);
  });

  it.each(['every day', 'cron(0 12 L * ? *)', 'cron(0 12)'])('that is not understood is refused: %s', expression => {
    expect(() => millisToNext(expression, new Date())).toThrow(expression.replace(/cron\(.*/, 'cron('));
  });
});
