import { cpus } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

/** The share of the machine's CPU that may be in use on a quiet machine. */
const busyMax = 0.1;
/** The maximum wait for a quiet machine, in seconds. */
const waitsMax = 30;

/**
 * Waits until the machine is quiet, because what an earlier figure left behind makes latencies longer. Warns if it
 * doesn't become quiet.
 */
export async function quietMachine(): Promise<void> {
  for (let waits = 0; waits < waitsMax; waits += 1) {
    const before = cpuTimes();
    await sleep(1000);
    const after = cpuTimes();
    const busy = 1 - (after.idle - before.idle) / (after.all - before.all);
    if (busy <= busyMax) return;
    if (waits === waitsMax - 1) {
      console.error(
        `The machine is not quiet: ${Math.round(busy * 100)} % of its CPU is in use. Don't trust latencies.`,
      );
    }
  }
}

/** Returns the idle time of all cores, and all their time, in ms since the machine has started. */
function cpuTimes(): { readonly idle: number; readonly all: number } {
  const cores = cpus().map(({ times }) => times);
  const sum = (of: (times: (typeof cores)[number]) => number) => cores.reduce((total, times) => total + of(times), 0);
  return {
    idle: sum(({ idle }) => idle),
    all: sum(({ user, nice, sys, idle, irq }) => user + nice + sys + idle + irq),
  };
}
