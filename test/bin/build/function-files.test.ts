import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import { functionFiles } from '../../../bin/build/function-files.ts';

const directories: string[] = [];

function functionsDirectory(...paths: string[]): string {
  const directory = mkdtempSync(join(tmpdir(), 'functions-'));
  directories.push(directory);
  for (const path of paths) {
    mkdirSync(dirname(join(directory, path)), { recursive: true });
    writeFileSync(join(directory, path), '');
  }
  return directory;
}

afterEach(() => {
  for (const directory of directories.splice(0)) rmSync(directory, { recursive: true });
});

describe('the files of the functions', () => {
  it('are one for each contract, and the workers', () => {
    const directory = functionsDirectory('forms/create-form.ts', 'workers/count-events.ts');
    expect(functionFiles(directory, ['createForm'])).toEqual([
      { name: 'create-form', path: join(directory, 'forms/create-form.ts'), operation: 'createForm' },
      { name: 'count-events', path: join(directory, 'workers/count-events.ts'), operation: undefined },
    ]);
  });

  it('are refused when two would have the same bundle', () => {
    const directory = functionsDirectory('forms/create-form.ts', 'templates/create-form.ts');
    expect(() => functionFiles(directory, ['createForm'])).toThrow(/share a name: .*forms.*, .*templates/);
  });

  it('are refused when a contract has none', () => {
    expect(() => functionFiles(functionsDirectory(), ['getPublicForm'])).toThrow('functions/*/get-public-form.ts');
  });

  it('are refused when one has no contract', () => {
    const directory = functionsDirectory('forms/create-frm.ts', 'forms/create-form.ts');
    expect(() => functionFiles(directory, ['createForm'])).toThrow('create-frm.ts has no contract');
  });

  it('are refused with all faults at once', () => {
    const directory = functionsDirectory('forms/create-frm.ts');
    expect(() => functionFiles(directory, ['createForm'])).toThrow(/create-frm.*\n.*createForm/);
  });
});
