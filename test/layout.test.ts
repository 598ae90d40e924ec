import { globSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const project = join(import.meta.dirname, '..');

/** The project's own files that the files of a folder import: `shared/store/keys.ts`. */
function importsOf(folder: string): string[] {
  return globSync(`${folder}/**/*.ts`, { cwd: project }).flatMap(file => {
    const text = readFileSync(join(project, file), 'utf8');
    const specifiers = [...text.matchAll(/(?:from|import)\s*\(?'(\.[^']+)'/g)].map(([, specifier]) => specifier ?? '');
    return specifiers.map(specifier => relative(project, join(project, file, '..', specifier)));
  });
}

/** What each folder may import besides its own files. Dependencies point one way: from a handler towards the contracts. */
const allowed: Readonly<Record<string, RegExp>> = {
  'shared/contracts': /^$/,
  'shared/domain': /^shared\/(contracts\/|ids\.ts)/,
  shared: /^$/,
  functions: /^shared\//,
  // What is deployed knows the contracts, the names of the settings, and rules without I/O; no store, no client.
  lib: /^shared\/(contracts\/|domain\/|env\.ts|metric\.ts)/,
  // The local cloud runs any such template: it knows nothing of forms.
  local: /^bin\/bootstrap\.ts$/,
};

describe('the layout', () => {
  it.each(Object.entries(allowed))('lets %s import only what it may', (folder, others) => {
    const imported = importsOf(folder);
    const foreign = imported.filter(file => !file.startsWith(`${folder}/`) && !others.test(file));
    expect(foreign).toEqual([]);
    expect(imported.length).toBeGreaterThan(0);
  });

  it('lets no handler import the table of contents of the contracts', () => {
    const imported = [...importsOf('functions'), ...importsOf('shared').filter(file => !file.includes('openapi'))];
    expect(imported).not.toContain('shared/contracts/index.ts');
  });

  it('has no folder for what has no name', () => {
    const names = ['utils', 'helpers', 'common', 'services', 'misc', 'lib/lib'];
    const pattern = `{bin,bench,functions,lib,local,shared,test}/**/{${names.join(',')}}`;
    expect(globSync(pattern, { cwd: project })).toEqual([]);
  });
});
