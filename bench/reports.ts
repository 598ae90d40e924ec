import { dynamodb } from '../shared/store/table.ts';
import { callsOf, consumedBy } from './consumed-capacity.ts';
import { type Filling, putCounters } from './counters.ts';
import { type Handler, invoke, type ProxyRequest } from './invoke.ts';
import type { Table } from './report.ts';
import { newCaller, newStoredForm, type Service } from './service.ts';

const amounts = [10, 10_000, 1_000_000] as const;

const periods = [
  [30, 'UTC'],
  [365, 'Asia/Kathmandu'],
] as const;

type Cost = { calls: number; readUnits: number; cpuMs: number };

/** The costs by report, with one map for each amount. */
type Costs = ReadonlyMap<string, Cost>[];

/** Measures what reports read as the number of responses grows. */
export async function reports(service: Service): Promise<Table[]> {
  const handlers = await load();
  const rows: (string | number)[][] = [];
  for (const [days, timezone] of periods) {
    const costs = [];
    for (const responses of amounts) costs.push(await costsOf(service, handlers, { responses, days, timezone }));
    rows.push(...compared(`${days} days, ${timezone}`, costs));
  }
  const costs = [];
  for (const responses of amounts) costs.push(await costOfForms(service, handlers, 100, { responses, days: 365 }));
  rows.push(...compared('365 days, UTC', costs));
  return [
    {
      title: 'What a report reads, by how many responses were counted',
      columns: [
        'period',
        'report',
        'calls',
        ...amounts.map(amount => amount.toLocaleString('en-US')),
        'ratio',
        'CPU, ms',
      ],
      rows,
      note: 'Read units, of a form with eight fields. Responses are spread evenly over the period, so that ten touch ten quarter hours; a million touch all of them, with everything that is counted. The ratio is that of a million to ten; calls and CPU (of the function’s process, mean of three) are those of a million. The form itself is one unit; the key is in the cache of the function.',
    },
  ];
}

async function load() {
  const modules = {
    getAnalytics: await import('../functions/analytics/get-analytics.ts'),
    getFormAnalytics: await import('../functions/analytics/get-form-analytics.ts'),
    getTrends: await import('../functions/analytics/get-trends.ts'),
    exportFormAnalytics: await import('../functions/analytics/export-form-analytics.ts'),
  };
  const handlers = Object.entries(modules).map(([name, { handler }]) => [name, handler as unknown as Handler]);
  return Object.fromEntries(handlers) as Record<keyof typeof modules, Handler>;
}

type Handlers = Awaited<ReturnType<typeof load>>;

let organizations = 0;

/** Creates a new organization, so that its environment has only these counters. */
async function newOwner(service: Service): Promise<Service> {
  organizations += 1;
  return { ...service, ...(await newCaller(`reports-${organizations}@example.com`)) };
}

/** Measures each report for the only form of an environment. */
async function costsOf(
  service: Service,
  handlers: Handlers,
  filling: Filling & { timezone: string },
): Promise<Map<string, Cost>> {
  const owner = await newOwner(service);
  const { form, environmentId } = await newStoredForm(owner);
  await putCounters(environmentId, filling);
  await putCounters(form.id, filling, { fields: true });
  const headers = { authorization: `Bearer ${owner.secretKey}` };
  const query = { days: String(filling.days), timezone: filling.timezone };
  const ofForm = { headers, pathParameters: { id: form.id }, query };
  const named = { headers, query: { ...query, form_id: form.id } };
  return new Map([
    ['getAnalytics, one form', await costOf(handlers.getAnalytics, { headers, query })],
    ['getFormAnalytics', await costOf(handlers.getFormAnalytics, ofForm)],
    ['getTrends', await costOf(handlers.getTrends, named)],
    ['exportFormAnalytics', await costOf(handlers.exportFormAnalytics, ofForm)],
  ]);
}

/** Measures the report on an environment with this number of forms, each filled in the same way. */
async function costOfForms(service: Service, handlers: Handlers, count: number, filling: Filling) {
  const owner = await newOwner(service);
  for (let made = 0; made < count; made += 1) {
    await putCounters((await newStoredForm(owner)).form.id, filling, { fields: true });
  }
  await putCounters(owner.caller.environmentId, filling);
  const headers = { authorization: `Bearer ${owner.secretKey}` };
  const query = { days: String(filling.days) };
  return new Map([[`getAnalytics, ${count} forms`, await costOf(handlers.getAnalytics, { headers, query })]]);
}

async function costOf(handler: Handler, request: ProxyRequest): Promise<Cost> {
  const runs = 3;
  await invoke(handler, request);
  const consumed = await consumedBy(dynamodb, () => invoke(handler, request));
  const before = process.cpuUsage();
  for (let run = 0; run < runs; run += 1) await invoke(handler, request);
  const { user, system } = process.cpuUsage(before);
  return { calls: callsOf(consumed), readUnits: consumed.readUnits, cpuMs: (user + system) / 1000 / runs };
}

function compared(period: string, costs: Costs): (string | number)[][] {
  return [...(costs.at(-1) ?? [])].map(([report, { calls, readUnits, cpuMs }]) => {
    const units = costs.map(each => each.get(report)?.readUnits ?? Number.NaN);
    return [period, report, calls, ...units, readUnits / (units[0] ?? Number.NaN), cpuMs];
  });
}
