import { dirname, join } from 'node:path';

/** Returns the folder that lasts as long as the run of the tests. */
export function folderOfRun(): string {
  const { LATE_LOG } = process.env;
  if (!LATE_LOG) throw new Error('Only a run of the tests has a folder of its own');
  return dirname(LATE_LOG);
}

/**
 * The variable that has Node keep what it compiles of a command, until the run of the tests ends. Each further start
 * takes half as much CPU.
 */
export const compiled: { NODE_COMPILE_CACHE?: string } = process.env.LATE_LOG
  ? { NODE_COMPILE_CACHE: join(folderOfRun(), 'compiled') }
  : {};
