import { expect, it } from '@jest/globals';
import { columnAnswer, columnId, columnLabel, columnsOf } from '../../../../shared/domain/fields/columns.ts';

const rows = [{ value: 'speed', label: 'How fast' }, 'care'];
const [speed, care] = columnsOf({ id: 'grid', label: 'Service', type: 'matrix', rows });
const plain = { id: 'grid' };

it('of a matrix are its rows, of a statement none', () => {
  expect([speed, care].map(column => column && [columnId(column), columnLabel(column)])).toEqual([
    ['grid.speed', 'Service: How fast'],
    ['grid.care', 'Service: care'],
  ]);
  expect(columnsOf({ id: 'a', type: 'statement' })).toEqual([]);
  expect(columnsOf({ id: 'a', label: 'A', type: 'text' })).toEqual([{ id: 'a', label: 'A' }]);
});

it.each([
  [undefined, 'a'],
  [' ', 'a'],
  [' Name ', 'Name'],
])('are called by the label %j, or the id', (label, text) =>
  expect([columnId({ id: 'a', label }), columnLabel({ id: 'a', label })]).toEqual(['a', text]),
);

it('have of an answer what is theirs, also when the field was of another type once', () => {
  const answer = { speed: '1' };
  expect([speed, care, plain].map(column => column && columnAnswer(column, answer))).toEqual([
    '1',
    undefined,
    undefined,
  ]);
  expect([speed, plain].map(column => column && columnAnswer(column, 'text'))).toEqual([undefined, 'text']);
});

it('have nothing of what every object has, or a list or a text', () => {
  const rows = columnsOf({ id: 'grid', type: 'matrix', rows: ['toString', 'length'] });
  const answers = [{}, ['text'], 'text', null];
  expect(rows.flatMap(column => answers.map(answer => columnAnswer(column, answer)))).toEqual(Array(8).fill(undefined));
  expect([columnAnswer(plain, ['a']), columnAnswer(plain, null)]).toEqual([['a'], null]);
});
