import { readdirSync, readFileSync } from 'node:fs';

/** The clock ticks per second in `/proc`, for any kernel configuration. */
const ticksPerSecond = 100;

type Stat = { readonly parent: number; readonly own: number; readonly ofEndedChildren: number };

/** Returns undefined if the process doesn't exist. */
function statOf(pid: number | string): Stat | undefined {
  try {
    // The fields follow the program's name, which may contain anything.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ').map(Number) ?? [];
    const [user = 0, system = 0, userOfChildren = 0, systemOfChildren = 0] = fields.slice(11);
    return {
      parent: fields[1] ?? 0,
      own: (user + system) / ticksPerSecond,
      ofEndedChildren: (userOfChildren + systemOfChildren) / ticksPerSecond,
    };
  } catch {
    return undefined;
  }
}

/** Returns the CPU seconds that all threads of a process have used. NaN on systems without Linux's `/proc`. */
export const cpuSeconds = (pid: number): number => statOf(pid)?.own ?? Number.NaN;

/** Returns the CPU seconds of a process and its child processes, including those that have ended. */
export function cpuSecondsOfFamily(pid: number): number {
  const head = statOf(pid);
  if (!head) return Number.NaN;
  const children = readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .map(statOf)
    .filter(stat => stat?.parent === pid);
  return children.reduce((sum, child) => sum + (child?.own ?? 0), head.own + head.ofEndedChildren);
}
