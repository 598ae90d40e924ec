import { describe, expect, it } from '@jest/globals';
import { faultsOfAnswerFilter, hasAnswers } from '../../../../shared/domain/fields/answer-filter.ts';

describe('answers that are looked for', () => {
  const answers = { name: 'Ada', age: 40, pets: 0, news: false, days: ['Mon', 'Tue'], hosts: { a: 'x', 'b][c': 'y' } };

  it.each([
    [{ name: 'Ada' }, true],
    [{ name: 'ada' }, false],
    [{ name: 'Ad' }, false],
    [{ age: '40' }, true],
    [{ age: '40.0' }, true],
    [{ age: ' ' }, false],
    [{ pets: '0' }, true],
    [{ pets: ' ' }, false],
    [{ pets: '' }, false],
    [{ news: 'false' }, true],
    [{ news: '' }, false],
    [{ days: 'Tue' }, true],
    [{ days: 'Mon; Tue' }, false],
    [{ hosts: '[object Object]' }, false],
    [{ name: 'Ada', age: '41' }, false],
    [{ toString: 'Ada' }, false],
    [{}, true],
    [{ 'age][gte': '40' }, true],
    [{ 'age][gt': '40' }, false],
    [{ 'age][lt': '40.5' }, true],
    [{ 'age][lt': 'forty' }, false],
    [{ 'name][gte': 'Ab' }, true],
    [{ 'name][contains': 'dA' }, true],
    [{ 'days][contains': 'mo' }, true],
    [{ 'hosts][contains': 'X' }, true],
    [{ 'hosts][row][a': 'x' }, true],
    [{ 'hosts][row][a': 'y' }, false],
    [{ 'hosts][row][b][c': 'y' }, true],
    [{ 'hosts][row][toString': 'x' }, false],
    [{ 'name][row][a': 'x' }, false],
    [{ 'missing][row][a': 'x' }, false],
    [{ 'name][in': 'Bob, Ada' }, true],
    [{ 'days][in': 'Tue,Wed' }, true],
    [{ 'name][not': 'Bob' }, true],
    [{ 'days][not': 'Tue' }, false],
    [{ 'missing][not': 'Bob' }, false],
    [{ 'missing][empty': 'true' }, true],
    [{ 'name][empty': 'true' }, false],
    [{ 'name][empty': 'false', 'age][gte': '18', 'age][lte': '39' }, false],
  ])('%j is found or not', (filter, found) => {
    expect(hasAnswers(answers, filter as Record<string, string>)).toBe(found);
  });

  it('are of fields that the form has or had, have one value, and are not sealed', () => {
    const fields = [
      { id: 'email', type: 'email' },
      { id: 'iban', type: 'text' },
      { id: 'hosts', type: 'matrix' },
      { id: 'intro', type: 'statement' },
    ] as const;
    const form = { fields, others: ['old'], sealed: new Set(['iban', 'pin']) };
    const faultsOf = (id: string) =>
      faultsOfAnswerFilter({ [id]: 'x' }, form).map(({ field, rule, message }) => {
        expect(field).toBe(`answers[${id}]`);
        return [rule, message];
      });
    expect([faultsOf('email'), faultsOf('old')]).toEqual([[], []]);
    expect(faultsOf('iban')).toEqual([['sealed', expect.stringContaining('can’t be searched')]]);
    expect(faultsOf('pin')).toEqual([['sealed', expect.any(String)]]);
    expect(faultsOf('e-mail')).toEqual([['unknown', 'is not a field of this form; did you mean "email"?']]);
    expect(faultsOf('intro')).toEqual([['unknown', 'is not a field of this form']]);
    expect(faultsOf('hosts')).toEqual([['type', expect.stringContaining('use [row][name of the row]')]]);
    expect(faultsOf('hosts][row][a')).toEqual([]);
    expect(faultsOf('hosts][row')).toEqual([['operator', expect.stringContaining('answers[field][row][name]')]]);
    expect(faultsOf('email][row][a')).toEqual([['type', 'is not a matrix: it has no rows']]);
    expect(faultsOf('hosts][contains')).toEqual([]);
    expect(faultsOf('iban][contains')).toEqual([['sealed', expect.any(String)]]);
    expect(faultsOf('email][like')).toEqual([
      ['operator', expect.stringContaining('"like" is not an operator; use one of not,')],
    ]);
    expect(faultsOf('email][empty')).toEqual([['type', 'must be true or false']]);
  });
});
