import { statSync } from 'node:fs';
import { join } from 'node:path';
import { budgetFaults } from '../bin/build/size-budgets.ts';
import type { Table } from './report.ts';
import { bundleNameOf, type Service } from './service.ts';

/** Returns the largest bundles with their sizes in KB. */
export function size({ assembly }: Service): Table[] {
  const sizes = new Map(
    assembly.functions.map(resource => [bundleNameOf(resource), statSync(join(resource.codeDir, 'index.cjs')).size]),
  );
  const rows = [...sizes]
    .toSorted(([, one], [, other]) => other - one)
    .map(([name, bytes]) => [name, Math.round(bytes / 1024)] as const);
  const largest = rows.slice(0, 10);
  const faults = budgetFaults(sizes);
  if (faults.length > 0) throw new Error(faults.join('\n'));
  const others = `The other ${rows.length - largest.length} have ${rows.at(-1)?.[1]} to ${rows[largest.length]?.[1]} KB.`;
  return [{ title: 'Bundles', columns: ['function', 'KB'], rows: largest, note: others }];
}
