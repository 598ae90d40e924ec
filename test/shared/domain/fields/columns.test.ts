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
});

it('have of an answer what is theirs, also when the field was of another type once', () => {
  const answer = { speed: '1' };
  expect([speed, care, plain].map(column => column && columnAnswer(column, answer))).toEqual([
    '1',
    undefined,
    undefined,
  ]);
  expect([speed, plain].map(column => column && columnAnswer(column, 'text'))).toEqual([undefined, 'text']);
});
