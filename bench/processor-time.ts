import { readdirSync, readFileSync } from 'node:fs';

/** Of `/proc`, whatever the kernel's own. */
const ticksPerSecond = 100;

type Stat = { readonly parent: number; readonly own: number; readonly ofEndedChildren: number };

/** Undefined when there is no such process (any more). */
function statOf(pid: number | string): Stat | undefined {
  try {
    // Behind the name of the program, which may hold anything.
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

/** Seconds of CPU that a process has used, all its threads together. NaN where the system does not tell as Linux does. */
export const cpuSeconds = (pid: number): number => statOf(pid)?.own ?? Number.NaN;

/** The same with the processes that it has started, and those that have ended. */
export function cpuSecondsOfFamily(pid: number): number {
  const head = statOf(pid);
  if (!head) return Number.NaN;
  const children = readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .map(statOf)
    .filter(stat => stat?.parent === pid);
  return children.reduce((sum, child) => sum + (child?.own ?? 0), head.own + head.ofEndedChildren);
}
