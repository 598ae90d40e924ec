import { globSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { beginAssembly, prepareAssembly, sources } from '../../local/prepare.ts';
import { readAssembly } from '../../local/template/assembly.ts';
import { itInAll } from '../support/in-all.ts';

it('bundles anew whatever of the functions, and of what browsers load, has changed', () => {
  const cwd = join(import.meta.dirname, '../..');
  const known = new Set(globSync(sources, { cwd }));
  const all = globSync('{functions,lib,shared,web}/**/*.*', { cwd });
  expect(all.filter(file => !known.has(file))).toEqual([]);
});

/** An assembly that no other test uses. */
const environment = { ...process.env, ALARM_EMAIL: 'prepare@acme.example' };
const indexOf = (codeDir: string) => readFileSync(join(codeDir, 'index.cjs'), 'utf8');

itInAll(
  'gives a synthesized assembly whose functions get their code, and makes it again if that was interrupted',
  async () => {
    await prepareAssembly();
    const finished = join(await prepareAssembly({ environment }), 'finished');
    rmSync(finished);
    const { assemblyDir, codeIn, bundled } = await beginAssembly({ environment });
    const { functions } = readAssembly(assemblyDir);
    for (const { codeDir } of functions) {
      await codeIn(codeDir);
      expect(indexOf(codeDir)).toContain('exports');
    }
    await bundled;
    const { mtimeMs } = statSync(finished);
    expect(await prepareAssembly({ environment })).toBe(assemblyDir);
    expect(statSync(finished).mtimeMs).toBe(mtimeMs);
  },
);

itInAll('says why the stacks could not be synthesized, and lets others go on', async () => {
  const faulty = { ...process.env, LOG_LEVEL: 'LOUD' };
  await expect(prepareAssembly({ environment: faulty })).rejects.toThrow(/^Synthesizing the stacks failed.*LOUD/s);
  await prepareAssembly();
});
