import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Told } from '../command/told.ts';
import { bundleFunctions } from './bundle-functions.ts';
import { budgetFaults } from './size-budgets.ts';

const dist = join(import.meta.dirname, '../../dist');

/** Bundles the functions into `dist/functions`, and gives their sizes. Throws when one exceeds its budget. */
export async function bundle(): Promise<Awaited<ReturnType<typeof bundleFunctions>>['sizeBytes']> {
  // Of what was bundled before, for whoever would take it as it is.
  rmSync(join(dist, 'bundled-from'), { force: true });
  const { sizeBytes, metafile } = await bundleFunctions(join(dist, 'functions')).catch(error => {
    if (!(error instanceof Error)) throw error;
    if ('errors' in error) throw new Told('The functions could not be bundled: esbuild says why, above.');
    throw error.constructor === Error && !('code' in error) ? new Told(error.message) : error;
  });
  // For https://esbuild.github.io/analyze, when a bundle has grown.
  writeFileSync(join(dist, 'metafile.json'), JSON.stringify(metafile));
  const faults = budgetFaults(sizeBytes);
  if (faults.length > 0) throw new Told(faults.join('\n'));
  return sizeBytes;
}
