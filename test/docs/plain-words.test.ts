import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';

const project = join(import.meta.dirname, '../..');

/** Words that a native speaker reads twice, with what to write. CONTRIBUTING.md has more pairs. */
const banned: readonly (readonly [words: RegExp, instead: string])[] = [
  [/\bwhoever\b/i, 'anyone who, the person who'],
  [/\banew\b/i, 'again'],
  [/\b(?:is|are|was|were|be) told of\b/i, 'gets, sees'],
  [/\bfor good\b/i, 'permanently'],
  [/\b(?:stands|lies) in\b/i, 'is in, replaces'],
  [/\bso many (?!that\b)/i, 'this many, or the number'],
  [/\bgo(?:es)? on\b/i, 'continues'],
  [/\bbut for\b/i, 'except'],
  [/\bthe one before\b/i, 'the previous one'],
  [/\bof before\b/i, 'earlier'],
  [/\b(?:hears?|tells?) of\b/i, 'gets, reports, shows'],
  [/\bwhere it is left out\b/i, 'default: …'],
  [/\bone[’']s own\b/i, 'your own'],
];

/** The record of releases, and the list of words to avoid. */
const excluded = /CHANGELOG|CONTRIBUTING/;

/** What people read: pages, texts on screens, the contracts' descriptions, and comments. */
const files = globSync(['*.md', 'docs/**/*.md', '{bin,client/src,functions,lib,shared,web}/**/*.{ts,tsx,json}'], {
  cwd: project,
}).filter(file => !excluded.test(file));

it('says things as people say them', () => {
  const found = files.flatMap(file =>
    readFileSync(join(project, file), 'utf8')
      .split('\n')
      .flatMap((line, index) =>
        banned
          .filter(([words]) => words.test(line))
          .map(([words, instead]) => `${file}:${index + 1}: ${words.exec(line)?.[0]} → ${instead}`),
      ),
  );
  expect(found).toEqual([]);
});
