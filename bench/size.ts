import { statSync } from 'node:fs';
import { join } from 'node:path';
import { budgetFaults } from '../bin/build/size-budgets.ts';
import type { Table } from './report.ts';
import { bundleNameOf, type Service } from './service.ts';

/** KB of each function's bundle. */
export function size({ assembly }: Service): Table[] {
  const sizes = new Map(
    assembly.functions.map(resource => [bundleNameOf(resource), statSync(join(resource.codeDir, 'index.cjs')).size]),
  );
  const rows = [...sizes]
    .toSorted(([, one], [, other]) => other - one)
    .map(([name, bytes]) => [name, Math.round(bytes / 1024)]);
  const faults = budgetFaults(sizes);
  const note = faults.length > 0 ? faults.join('\n') : 'All are within the budgets of bin/build/size-budgets.ts.';
  return [{ title: 'Bundles', columns: ['function', 'KB'], rows, note }];
}
