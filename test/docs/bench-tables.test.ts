import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { titles } from '../../bench/report.ts';
import { documents, titlesIn, withTable } from '../../bench/written-tables.ts';

const project = join(import.meta.dirname, '../..');
const texts = documents.map(file => readFileSync(join(project, file), 'utf8'));

describe('the tables of the bench in the documentation', () => {
  it('has one place for each', () => {
    expect(texts.flatMap(titlesIn).toSorted()).toEqual([...titles].toSorted());
  });

  it('ends each place before the next begins', () => {
    const marks = texts.flatMap(text => [...text.matchAll(/<!-- (\/?bench)/g)].map(([, mark]) => mark));
    expect(marks).toEqual(titles.flatMap(() => ['bench', '/bench']));
  });

  it('replaces the table of the title alone, however often', () => {
    const place = (title: string, held: string) =>
      `above\n\n<!-- bench: ${title} -->\n${held}\n<!-- /bench -->\n\nbelow\n`;
    const table = {
      title: 'A page of 50 responses',
      columns: ['function', 'KB'],
      rows: [['login', 268]],
      note: 'All.',
    } as const;
    const text = place('What a limit costs', '\nother\n') + place('A page of 50 responses', '\nold\n');
    const held = '\n| function |  KB |\n|----------|----:|\n| login    | 268 |\n\nAll.\n';
    const expected = place('What a limit costs', '\nother\n') + place('A page of 50 responses', held);
    expect(withTable(text, table)).toBe(expected);
    expect(withTable(expected, table)).toBe(expected);
  });
});
