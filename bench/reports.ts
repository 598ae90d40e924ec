import { dynamodb } from '../shared/store/table.ts';
import { callsOf, consumedBy } from './consumed-capacity.ts';
import { type Filling, putDayCounters, putFieldCounters } from './counters.ts';
import { type Handler, invoke, type ProxyRequest } from './invoke.ts';
import { median, type Table } from './report.ts';
import { newCaller, newStoredForm, type Service } from './service.ts';

const [few, many] = [10, 1_000_000] as const;

const periods = [
  [30, 'UTC'],
  [30, 'Asia/Kathmandu'],
  [365, 'UTC'],
] as const;

type Cost = { calls: number; readUnits: number; milliseconds: number };

/** What a report reads, of few responses and of many. */
export async function reports(service: Service): Promise<Table[]> {
  const handlers = await load();
  const rows: (string | number)[][] = [];
  for (const [days, timezone] of periods) {
    const ofFew = await costsOf(service, handlers, { responses: few, days, timezone });
    const ofMany = await costsOf(service, handlers, { responses: many, days, timezone });
    rows.push(...compared(`${days} days, ${timezone}`, ofFew, ofMany));
  }
  const [days, timezone] = periods[0];
  const ofFew = await costOfForms(service, handlers, 100, { responses: few, days });
  const ofMany = await costOfForms(service, handlers, 100, { responses: many, days });
  rows.push(...compared(`${days} days, ${timezone}`, ofFew, ofMany));
  return [
    {
      title: `What a report reads, of ${few} responses and of ${many.toLocaleString('en-US')}`,
      columns: ['period', 'report', 'calls', 'read units, few', 'read units, many', 'ratio', 'ms, many'],
      rows,
      note: 'Of a form with eight fields, whose responses are spread evenly over the period: few touch ten quarter hours, many touch all of them with everything that is counted. Read units of eventually consistent reads are half a unit for 4 KB; the form itself is one. The key is in the cache of the function. Milliseconds: median of five, the handler in process, the engine on the same machine.',
    },
  ];
}

async function load() {
  const modules = {
    getAnalytics: await import('../functions/analytics/get-analytics.ts'),
    getFormAnalytics: await import('../functions/analytics/get-form-analytics.ts'),
    getTrends: await import('../functions/analytics/get-trends.ts'),
    getDropoffs: await import('../functions/analytics/get-dropoffs.ts'),
    getFieldAnalytics: await import('../functions/analytics/get-field-analytics.ts'),
    exportFormAnalytics: await import('../functions/analytics/export-form-analytics.ts'),
  };
  const handlers = Object.entries(modules).map(([name, { handler }]) => [name, handler as unknown as Handler]);
  return Object.fromEntries(handlers) as Record<keyof typeof modules, Handler>;
}

type Handlers = Awaited<ReturnType<typeof load>>;
let organizations = 0;

/** A new organization, so that its environment has these counters alone. */
async function newOwner(service: Service): Promise<Service> {
  organizations += 1;
  return { ...service, ...(await newCaller(`reports-${organizations}@example.com`)) };
}

/** Of each report, for a form that is the only one of its environment. */
async function costsOf(
  service: Service,
  handlers: Handlers,
  filling: Filling & { timezone: string },
): Promise<Map<string, Cost>> {
  const owner = await newOwner(service);
  const { form, environmentId } = await newStoredForm(owner);
  for (const scope of [form.id, environmentId]) await putDayCounters(scope, filling);
  await putFieldCounters(form.id, filling);
  const headers = { authorization: `Bearer ${owner.secretKey}` };
  const query = { days: String(filling.days), timezone: filling.timezone };
  const ofForm = { headers, pathParameters: { id: form.id }, query };
  const named = { headers, query: { ...query, form_id: form.id } };
  return new Map([
    ['getAnalytics, one form', await costOf(handlers.getAnalytics, { headers, query })],
    ['getFormAnalytics', await costOf(handlers.getFormAnalytics, ofForm)],
    ['getTrends', await costOf(handlers.getTrends, named)],
    ['getDropoffs', await costOf(handlers.getDropoffs, named)],
    ['getFieldAnalytics', await costOf(handlers.getFieldAnalytics, named)],
    ['exportFormAnalytics', await costOf(handlers.exportFormAnalytics, ofForm)],
  ]);
}

/** Of the report on an environment with so many forms, each of which has as many responses. */
async function costOfForms(service: Service, handlers: Handlers, count: number, filling: Filling) {
  const owner = await newOwner(service);
  for (let made = 0; made < count; made += 1) {
    await putDayCounters((await newStoredForm(owner)).form.id, filling);
  }
  await putDayCounters(owner.caller.environmentId, filling);
  const headers = { authorization: `Bearer ${owner.secretKey}` };
  return new Map([[`getAnalytics, ${count} forms`, await costOf(handlers.getAnalytics, { headers })]]);
}

async function costOf(handler: Handler, request: ProxyRequest): Promise<Cost> {
  await invoke(handler, request);
  const consumed = await consumedBy(dynamodb, () => invoke(handler, request));
  const times: number[] = [];
  for (let run = 0; run < 5; run += 1) {
    const startedAt = performance.now();
    await invoke(handler, request);
    times.push(performance.now() - startedAt);
  }
  return { calls: callsOf(consumed), readUnits: consumed.readUnits, milliseconds: median(times) };
}

function compared(
  period: string,
  ofFew: ReadonlyMap<string, Cost>,
  ofMany: ReadonlyMap<string, Cost>,
): (string | number)[][] {
  return [...ofMany].map(([report, { calls, readUnits, milliseconds }]) => {
    const unitsOfFew = ofFew.get(report)?.readUnits ?? Number.NaN;
    return [period, report, calls, unitsOfFew, readUnits, readUnits / unitsOfFew, milliseconds];
  });
}
