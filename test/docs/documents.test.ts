import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const project = join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(project, file), 'utf8');

const documents = globSync(['*.md', 'docs/**/*.md', 'examples/README.md'], { cwd: project });

/** The text without code blocks, and without what the bench writes. */
const proseOf = (text: string) =>
  text.replaceAll(/^ *```[\s\S]*?^ *```$/gm, '').replaceAll(/^<!-- (bench|gameday)[\s\S]*?^<!-- \/\1 -->$/gm, '');

/** The anchors that GitHub gives the headings of a document. */
function anchorsOf(text: string): Set<string> {
  const headings = [...proseOf(text).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => heading);
  const slug = (heading: string) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_\- ]/gu, '')
      .replaceAll(' ', '-');
  return new Set(headings.map(heading => slug(heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1'))));
}

describe.each(documents)('%s', document => {
  const text = read(document);

  it('links only to files and headings that exist', () => {
    const broken = [...proseOf(text).matchAll(/\]\(((?![a-z]+:)[^)#\s]*)(?:#([^)\s]+))?\)/g)].filter(
      ([, file, anchor]) => {
        const path = file ? join(dirname(document), file) : document;
        if (!existsSync(join(project, path))) return true;
        return anchor !== undefined && path.endsWith('.md') && !anchorsOf(read(path)).has(anchor);
      },
    );
    expect(broken.map(([link]) => link)).toEqual([]);
  });

  it('has lines that fit a screen, except in tables and addresses', () => {
    if (document === 'CHANGELOG.md') return;
    const long = proseOf(text)
      .split('\n')
      .filter(line => line.length > 120 && !/^ *(\||!?\[|<| {4}|\(\[)/.test(line));
    expect(long).toEqual([]);
  });
});

/** `.ci/run` and every newcomer read them here. */
it('shows in the README the two commands of a newcomer, a line each', () => {
  const commands = [...read('README.md').matchAll(/^ {4}(npm .*)$/gm)].map(([, command]) => command);
  expect(commands).toEqual(['npm ci && npm start', 'npm ci && npm test']);
});

describe('the tables of docs/architecture.md', () => {
  const rows = [...read('docs/architecture.md').matchAll(/^\| (`.*?) \|(.*)\|$/gm)];
  const codeIn = (cell: string): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);
  const isThere = (path: string) => globSync(path.replaceAll(/<[^>]+>/g, '*'), { cwd: project }).length > 0;

  it('name files and folders that exist', () => {
    const paths = rows.flatMap(([, cell = '']) => {
      const [first = '', ...others] = codeIn(cell);
      const place = first.includes('/') ? `${dirname(first)}/` : '';
      return first.includes('/') ? [first, ...others.map(path => (path.includes('/') ? path : place + path))] : [];
    });
    expect(paths.length).toBeGreaterThan(50);
    expect(paths.filter(path => !isThere(path))).toEqual([]);
  });

  it('name tests that exist', () => {
    const tests = rows.flatMap(([, , rest = '']) => codeIn(rest).filter(code => /\.(test|spec)\.ts$/.test(code)));
    expect(tests.length).toBeGreaterThan(10);
    const files = globSync('test/**/*.ts', { cwd: project, exclude: ['**/node_modules'] });
    expect(tests.filter(test => !files.some(file => file.endsWith(`/${test}`)))).toEqual([]);
  });
});
