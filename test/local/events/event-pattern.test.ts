import { describe, expect, it } from '@jest/globals';
import { matchesPattern, unknownRule } from '../../../local/events/event-pattern.ts';
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
    [{ dynamodb: { tags: ['b'] } }, true],
    [{ eventName: ['MODIFY'], dynamodb: { tags: ['c'] } }, false],
  ])('%j: %s', (pattern, expected) => {
    expect(matchesPattern(pattern, event)).toBe(expected);
  });

  it('names a rule that is not carried out', () => {
    expect(unknownRule({ a: { b: [{ numeric: ['>', 1] }] } })).toBe('numeric');
    expect(unknownRule({ $or: [] })).toBe('$or');
    expect(unknownRule({ a: [{ prefix: 'x' }, 'b', null] })).toBeUndefined();
  });
});
