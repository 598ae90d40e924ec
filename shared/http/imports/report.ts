import type { Fault } from '../../fault.ts';
import type { PlannedRow } from './plan.ts';
import type { LeftOut } from './rows.ts';

const messages: Readonly<Record<LeftOut, string>> = {
  unknown: 'The form has no field of this id or label, or several; left out',
  file: 'Files do not come with a table; left out',
  concealed: 'What is concealed in the file is not known; left out',
  calculated: 'Recalculated, with a different result from the file',
};

/** Returns what the responses leave out of a file: one line for each column and reason, with the number of rows. */
export function warningsOf(header: readonly string[], rows: readonly PlannedRow[]) {
  const counts = new Map<string, { column: string; rule: LeftOut; message: string; rows: number }>();
  for (const { leftOut } of rows) {
    for (const [place, rule] of leftOut) {
      const column = header[place] ?? '';
      const known = counts.get(`${place} ${rule}`);
      counts.set(`${place} ${rule}`, { column, rule, message: messages[rule], rows: (known?.rows ?? 0) + 1 });
    }
  }
  return [...counts.values()];
}

/** The maximum number of a row's faults in a reply. */
const faultsMax = 10;

/** Returns the faults of rows that are not imported, by line. */
export const refusedRows = (rows: readonly PlannedRow[]) =>
  rows.filter(({ faults }) => faults.length > 0).map(({ line, faults }) => ({ line, details: someOf(faults) }));

function someOf(faults: readonly Fault[]): Fault[] {
  const more = faults.length - faultsMax;
  if (more <= 0) return [...faults];
  return [...faults.slice(0, faultsMax), { field: '', rule: 'more', message: `${more} more are wrong with this row` }];
}
