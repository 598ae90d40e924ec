import { call, type EnvironmentName } from '../../api/client.ts';
import { forEach } from '../../api/for-each.ts';
import type { Page } from '../../api/load.ts';

export type UsageOf = Awaited<ReturnType<typeof readUsage>>;

/** Reads an environment's counters since the first of the month, and its number of responses. */
export async function readUsage(environment: EnvironmentName, signal: AbortSignal) {
  const headers = { 'x-environment': environment };
  const days = new Date().getUTCDate();
  const [{ totals }, { total: stored }, deliveries] = await Promise.all([
    call('GET /analytics', { query: { days, timezone: 'UTC' }, headers, signal }),
    call('GET /responses', { query: { limit: 1 }, headers, signal }),
    countDeliveries(headers, signal),
  ]);
  return { environment, stored, deliveries, ...totals };
}

/** Adds up the deliveries of this month's events, because each receiver only counts its own. */
async function countDeliveries(headers: Readonly<Record<string, string>>, signal: AbortSignal): Promise<number> {
  const [webhooks, integrations] = await Promise.all([
    idsOf(query => call('GET /webhooks', { query, headers, signal })),
    idsOf(query => call('GET /integrations', { query, headers, signal })),
  ]);
  const query = { since: `${new Date().toISOString().slice(0, 7)}-01`, limit: 1 };
  const counts = await Promise.all([
    sumOf(webhooks, id => call('GET /webhooks/{id}/deliveries', { params: { id }, query, headers, signal }), signal),
    sumOf(
      integrations,
      id => call('GET /integrations/{id}/deliveries', { params: { id }, query, headers, signal }),
      signal,
    ),
  ]);
  return counts[0] + counts[1];
}

type PageReader = (query: { limit: number; cursor?: string }) => Promise<Page<{ readonly id: string }>>;

/** Reads the ids of a whole list, page by page. */
async function idsOf(read: PageReader, cursor?: string): Promise<string[]> {
  const { items, nextCursor } = await read({ limit: 1000, ...(cursor && { cursor }) });
  return [...items.map(({ id }) => id), ...(nextCursor ? await idsOf(read, nextCursor) : [])];
}

async function sumOf(ids: readonly string[], read: (id: string) => Promise<{ total: number }>, signal: AbortSignal) {
  let sum = 0;
  const add = async (id: string) => {
    const { total } = await read(id);
    sum += total;
  };
  const { error } = await forEach(ids, add, { signal, onProgress: () => {} });
  if (error !== undefined) throw error;
  return sum;
}
