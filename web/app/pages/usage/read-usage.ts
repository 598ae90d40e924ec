import { call, type EnvironmentName } from '../../api/client.ts';

export type UsageOf = Awaited<ReturnType<typeof readUsage>>;

/** Of one environment: its counters since the first of the month, and how many responses there are. */
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

const receiversMax = 100;

/** Each receiver counts its own; those of its events in this month. */
async function countDeliveries(headers: Readonly<Record<string, string>>, signal: AbortSignal): Promise<number> {
  const query = { limit: receiversMax };
  const [webhooks, integrations] = await Promise.all([
    call('GET /webhooks', { query, headers, signal }),
    call('GET /integrations', { query, headers, signal }),
  ]);
  const month = { since: `${new Date().toISOString().slice(0, 7)}-01`, limit: 1 };
  const lists = await Promise.all([
    ...webhooks.items.map(({ id }) =>
      call('GET /webhooks/{id}/deliveries', { params: { id }, query: month, headers, signal }),
    ),
    ...integrations.items.map(({ id }) =>
      call('GET /integrations/{id}/deliveries', { params: { id }, query: month, headers, signal }),
    ),
  ]);
  return lists.reduce((sum, { total }) => sum + total, 0);
}
