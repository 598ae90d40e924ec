import { stripVTControlCharacters } from 'node:util';

const project = process.cwd();
const linesMax = 8;
const testsMax = 5;

/** Returns what a failed test says, in a few lines: its name, the start of its message, and where that is. */
export function causeOf(name: string, failure: string): string {
  const lines = stripVTControlCharacters(failure)
    .split('\n')
    .filter(line => line.trim() !== '');
  const stack = lines.filter(line => /^\s+at .*:\d+:\d+\)?$/.test(line)).map(line => line.trim());
  const own = stack.find(line => line.includes(project) && !line.includes('node_modules')) ?? stack[0];
  const message = lines.filter(line => !/^\s+at /.test(line)).slice(0, linesMax);
  return [`✗ ${name}`, ...[...message, own ?? ''].map(line => `    ${line.replace(`${project}/`, '').slice(0, 300)}`)]
    .join('\n')
    .trimEnd();
}

/** Returns the causes for the end of a log of which only the end may be kept. */
export function endOf(causes: readonly string[]): string {
  if (causes.length === 0) return '';
  const more = causes.length > testsMax ? [`… and ${causes.length - testsMax} more that failed`] : [];
  return `\nWhat failed:\n${[...causes.slice(0, testsMax), ...more].join('\n')}\n`;
}
