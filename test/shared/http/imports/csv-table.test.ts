import { describe, expect, it } from '@jest/globals';
import { readTable } from '../../../../shared/http/imports/csv-table.ts';

const refused = (message: string) => ({ faults: [{ field: 'csv', rule: 'csv', message }] });
const quotes = 'a cell with one is written "in quotes, ""doubled"""';

describe('a table', () => {
  it('is read with the lines on which its rows begin, whatever ends them', () => {
    expect(readTable('\ufeffname,note\r\nAda,"two\nlines"\n\nBob,"a\r\nb\rc"\rEve,\n,\n')).toEqual({
      table: {
        header: ['name', 'note'],
        rows: [
          { line: 2, cells: ['Ada', 'two\nlines'] },
          { line: 5, cells: ['Bob', 'a\r\nb\rc'] },
          { line: 8, cells: ['Eve', ''] },
        ],
      },
    });
  });

  it('counts its lines as well behind characters of several bytes', () => {
    expect(readTable('é\n"😀\nü"\nä\nö')).toMatchObject({ table: { rows: [{ line: 2 }, { line: 4 }, { line: 5 }] } });
  });

  it.each([
    ['a,b;c,d', ['a', 'b;c', 'd']],
    ['a;b;c,d', ['a', 'b', 'c,d']],
    ['a\tb\tc,d;e', ['a', 'b', 'c,d;e']],
    ['a;b,c', ['a;b', 'c']],
    ['only one', ['only one']],
    ['a,b\r1;2;3;4', ['a', 'b']],
    ['a,b\n1;2;3;4', ['a', 'b']],
  ])('%j is divided by what its first line has most of', (text, header) => {
    expect(readTable(text)).toMatchObject({ table: { header } });
  });

  it('is divided as it was asked to be', () => {
    expect(readTable('a;b,c,d', ';')).toEqual({ table: { header: ['a', 'b,c,d'], rows: [] } });
  });

  it.each(['', '\n\r\n', ',,\n'])('%j has no header', text => {
    expect(readTable(text)).toEqual(refused('needs a first line with the names of the columns'));
  });

  it('has a thousand rows at most', () => {
    const rows = (count: number) => `name\n${'Ada\n'.repeat(count)}`;
    expect(readTable(rows(1000))).toMatchObject({ table: { rows: { length: 1000 } } });
    expect(readTable(rows(1001))).toEqual(
      refused('must have at most 1000 rows, not 1001; send the rest in another request'),
    );
  });

  it.each([
    ['a\n"b', `a quotation mark is never closed, at line 2; ${quotes}`],
    ['a\nb"c', `a quotation mark stands alone, at line 2; ${quotes}`],
    ['a\n"b"c', `a quotation mark stands alone, at line 2; ${quotes}`],
  ])('%j is none', (text, why) => {
    expect(readTable(text)).toEqual(refused(`is not CSV as RFC 4180 has it: ${why}`));
  });
});
