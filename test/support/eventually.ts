import { appendFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

/** The factor by which a busy machine may exceed the time that the service promises. */
const patience = 4;

/**
 * Retries `attempt` until it no longer throws, and returns its result: for what the service promises to happen within
 * some milliseconds. On a busy machine it waits for longer, and the run reports at its end what took too long. In the
 * end it throws the last error.
 */
export async function eventually<T>(attempt: () => Promise<T>, promisedMs = 60_000): Promise<T> {
  const began = Date.now();
  for (let wait = 20; ; wait = Math.min(wait * 1.5, 500)) {
    try {
      const result = await attempt();
      if (Date.now() - began > promisedMs) noteLate(Date.now() - began, promisedMs);
      return result;
    } catch (error) {
      if (Date.now() + wait > began + patience * promisedMs) throw error;
    }
    await pause(wait);
  }
}

function noteLate(tookMs: number, promisedMs: number): void {
  const [, , , caller = ''] = (new Error().stack ?? '').split('\n');
  const line = `${Math.round(tookMs / 1000)} s in place of ${promisedMs / 1000} s${caller.replace(/^\s*/, ' ')}\n`;
  if (process.env.LATE_LOG) appendFileSync(process.env.LATE_LOG, line);
}
