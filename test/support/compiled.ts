import { dirname, join } from 'node:path';

/**
 * The variable that has Node keep what it compiles of a command, until the run of the tests ends. Each further start
 * takes half as much CPU.
 */
export const compiled: { NODE_COMPILE_CACHE?: string } = process.env.LATE_LOG
  ? { NODE_COMPILE_CACHE: join(dirname(process.env.LATE_LOG), 'compiled') }
  : {};
