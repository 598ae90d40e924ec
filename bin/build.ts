import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundleFunctions } from './build/bundle-functions.ts';
import { budgetFaults, sizeReport } from './build/size-budgets.ts';

const dist = join(import.meta.dirname, '../dist');

try {
  // Of what was bundled before, for whoever would take it as it is.
  rmSync(join(dist, 'bundled-from'), { force: true });
  const { sizeBytes, metafile } = await bundleFunctions(join(dist, 'functions'));
  // For https://esbuild.github.io/analyze, when a bundle has grown.
  writeFileSync(join(dist, 'metafile.json'), JSON.stringify(metafile));
  console.error(sizeReport(sizeBytes).join('\n'));
  const faults = budgetFaults(sizeBytes);
  if (faults.length > 0) throw new Error(faults.join('\n'));
} catch (error) {
  // esbuild has printed what it found, with its place.
  if (!(error instanceof Error && 'errors' in error)) console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
