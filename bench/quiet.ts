import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** The share of the machine's CPU that may be in use on a quiet machine. */
const busyMax = 0.1;
/** The maximum wait for a quiet machine, in seconds. */
const waitsMax = 30;

/**
 * Waits until the machine is quiet, because what an earlier figure left behind makes latencies longer. Warns if it
 * doesn't become quiet. On systems without Linux's `/proc`, it doesn't wait.
 */
export async function quietMachine(): Promise<void> {
  for (let waits = 0; waits < waitsMax; waits += 1) {
    const before = cpuTimes();
    await sleep(1000);
    const after = cpuTimes();
    if (!before || !after) return;
    const busy = 1 - (after.idle - before.idle) / (after.all - before.all);
    if (busy <= busyMax) return;
    if (waits === waitsMax - 1) {
      console.error(
        `The machine is not quiet: ${Math.round(busy * 100)} % of its CPU is in use. Don't trust latencies.`,
      );
    }
  }
}

/** Returns the idle ticks of all cores, and all their ticks, since the machine has started. */
function cpuTimes(): { readonly idle: number; readonly all: number } | undefined {
  try {
    const [, ...ticks] = readFileSync('/proc/stat', 'utf8').split('\n')[0]?.split(/\s+/).map(Number) ?? [];
    // The last two, time of guests, are part of the first two.
    return { idle: (ticks[3] ?? 0) + (ticks[4] ?? 0), all: ticks.slice(0, 8).reduce((sum, each) => sum + each, 0) };
  } catch {
    return undefined;
  }
}
