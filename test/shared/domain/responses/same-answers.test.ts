import { describe, expect, it } from '@jest/globals';
import { comparableAnswers, isSameAnswer } from '../../../../shared/domain/responses/same-answers.ts';

describe('two answers', () => {
  it.each([
    ['a', 'a', true],
    ['a', 'b', false],
    [['a', 'b'], ['a', 'b'], true],
    [['a', 'b'], ['b', 'a'], false],
    [{ a: '1', b: '2' }, { b: '2', a: '1' }, true],
    [1, '1', false],
  ])('%j and %j are the same: %s', (one, other, same) => expect(isSameAnswer(one, other)).toBe(same));
});

describe('bodies', () => {
  const text = (body: object) => JSON.stringify(comparableAnswers(body));

  it('are compared in any order of their fields, and of the rows of a matrix', () => {
    expect(comparableAnswers({ b: 'x', a: 1, c: null })).toEqual([
      ['a', 1],
      ['b', 'x'],
      ['c', null],
    ]);
    expect(text({ a: 1, rows: { z: '1', y: '2' } })).toBe(text({ rows: { y: '2', z: '1' }, a: 1 }));
    expect(text({ rows: { z: '1', y: '2' } })).toBe('[["rows",{"rows":[["y","2"],["z","1"]]}]]');
  });

  it('differ by the order of a list, and by whether it is one', () => {
    expect(text({ a: ['x', 'y'] })).not.toBe(text({ a: ['y', 'x'] }));
    expect(text({ a: ['x'] })).not.toBe(text({ a: { 0: 'x' } }));
    expect(text({ a: { 0: 'x' } })).not.toBe(text({ a: 'x' }));
  });

  it('go without what is nested too deeply for an answer', () => {
    expect(comparableAnswers({ a: [{ b: 1 }, 'x'], c: { d: { e: 1 }, f: 'y' } })).toEqual([
      ['a', [null, 'x']],
      [
        'c',
        {
          rows: [
            ['d', null],
            ['f', 'y'],
          ],
        },
      ],
    ]);
  });
});
