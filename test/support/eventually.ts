import { setTimeout as pause } from 'node:timers/promises';

/**
 * What `attempt` gives once it no longer throws: for what the service promises to happen soon, not at once. Throws the
 * last error when the deadline (milliseconds) has passed.
 */
export async function eventually<T>(attempt: () => Promise<T>, deadline = 60_000): Promise<T> {
  const end = Date.now() + deadline;
  for (let wait = 20; ; wait = Math.min(wait * 1.5, 500)) {
    try {
      return await attempt();
    } catch (error) {
      if (Date.now() + wait > end) throw error;
    }
    await pause(wait);
  }
}
