import { call, type EnvironmentName } from '../../api/client.ts';

export type UsageOf = Awaited<ReturnType<typeof readUsage>>;

/** Reads an environment's counters since the first of the month, and its number of responses. */
export async function readUsage(environment: EnvironmentName, signal: AbortSignal) {
  const headers = { 'x-environment': environment };
  const query = { days: new Date().getUTCDate(), timezone: 'UTC', deliveries: true };
  const [{ totals }, { total: stored }] = await Promise.all([
    call('GET /analytics', { query, headers, signal }),
    call('GET /responses', { query: { limit: 1 }, headers, signal }),
  ]);
  return { environment, stored, ...totals, deliveries: totals.deliveries ?? 0 };
}
