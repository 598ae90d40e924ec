import { globSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { sources } from '../../local/prepare.ts';

it('bundles anew whatever of the functions, and of what browsers load, has changed', () => {
  const cwd = join(import.meta.dirname, '../..');
  const known = new Set(globSync(sources, { cwd }));
  const all = globSync('{functions,lib,shared,web}/**/*.*', { cwd });
  expect(all.filter(file => !known.has(file))).toEqual([]);
});
