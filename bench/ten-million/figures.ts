import { countItems } from '../../shared/store/lists/read-list.ts';
import { responsesOfForm } from '../../shared/store/responses/response-lists.ts';
import { dynamodb } from '../../shared/store/table.ts';
import { newRequest, runToEnd } from '../../test/support/table/data-subjects.ts';
import { callsOf, consumedBy } from '../consumed-capacity.ts';
import { withBucketAndKey } from '../data-subjects.ts';
import { type Handler, invoke } from '../invoke.ts';
import type { Table } from '../report.ts';
import type { Service } from '../service.ts';
import { type FilledForm, filledState, writeState } from './state.ts';
import { emailOf, responsesEach } from './stored-response.ts';

type Cost = { readonly calls: number; readonly units: number; readonly cpuMs: number; readonly ms: number };
type Costs = Map<string, Cost>;

/** Measures what operations cost with the few responses of one form, and with the many of the other. */
export async function figures({ directory }: Pick<Service, 'directory'>): Promise<Table[]> {
  const state = filledState(directory);
  const costs: Costs[] = [];
  for (const [place, filled] of state.entries()) {
    costs.push(await withBucketAndKey({ directory }, () => costsOf(filled)));
    writeState(directory, filledState(directory).with(place, { ...filled, erased: filled.erased + 1 }));
  }
  return [
    compared(
      state.map(({ count }) => count),
      costs,
    ),
  ];
}

/** Returns a table of the costs of each form, side by side. */
function compared(counts: readonly number[], costs: readonly Costs[]): Table {
  const columns = (what: string) => counts.map(count => `${what} at ${count.toLocaleString('en-US')}`);
  const cells = (name: string, of: keyof Cost) => costs.map(each => each.get(name)?.[of] ?? '');
  return {
    title: 'What operations on stored responses cost',
    columns: ['operation', ...columns('calls'), ...columns('units'), ...columns('CPU, ms,')],
    rows: [...(costs[0]?.keys() ?? [])].map(name => [
      name,
      ...(['calls', 'units', 'cpuMs'] as const).flatMap(of => cells(name, of)),
    ]),
    note: 'Units: those read and written. CPU: of the function, without the engine.',
  };
}

export class Meter {
  readonly costs: Costs = new Map();

  /** Measures the work, and prints what it costs, because the later ones may take long. */
  async measure<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
    const [startedAt, cpuBefore] = [performance.now(), process.cpuUsage()];
    let result: Result | undefined;
    const consumed = await consumedBy(dynamodb, async () => {
      result = await work();
    });
    const { user, system } = process.cpuUsage(cpuBefore);
    const cost: Cost = {
      calls: callsOf(consumed),
      units: consumed.readUnits + consumed.writeUnits,
      cpuMs: (user + system) / 1000,
      ms: performance.now() - startedAt,
    };
    this.costs.set(name, cost);
    console.error(`${name}: ${JSON.stringify(cost)}`);
    return result as Result;
  }
}

async function costsOf({ owner, form: stored, count, span, erased }: FilledForm): Promise<Costs> {
  const { form } = stored;
  const { handler: list } = await import('../../functions/responses/list-responses.ts');
  const { handler: summary } = await import('../../functions/analytics/get-summary.ts');
  const { handler: report } = await import('../../functions/analytics/get-form-analytics.ts');
  const headers = { authorization: `Bearer ${owner.secretKey}` };
  const page = (query: Record<string, string>) => () =>
    invoke(list as unknown as Handler, { headers, query: { form_id: form.id, ...query } });
  const ofForm = (handler: unknown, query: Record<string, string>) => () =>
    invoke(handler as Handler, { headers, pathParameters: { id: form.id }, query });
  const day = (time: number) => new Date(time).toISOString().slice(0, 10);
  const period = { from: day(span[0]), to: day(span[1]) };
  // Each once before, so that code is loaded, the key is in the cache, and days are sealed.
  const reports = { summary: ofForm(summary, period), report: ofForm(report, { days: '90' }) };
  for (const read of [page({ limit: '1' }), ...Object.values(reports)]) await read();
  const meter = new Meter();
  await meter.measure('first page', page({}));
  const deep = await meter.measure('page at half of all, by offset', page({ offset: String(count / 2) }));
  if (JSON.parse(deep).items.length !== 50) throw new Error('The deep page does not have 50 responses');
  const total = await meter.measure('total', async () => {
    const responses = await responsesOfForm(owner.caller, form.id, {});
    return responses && (await countItems(responses.scope));
  });
  // Without a stream, nothing counts the removal of the people that were erased.
  if (total !== count) throw new Error(`The total is ${total}`);
  await meter.measure('first 1,000 rows as CSV', page({ format: 'csv', limit: '1000' }));
  await meter.measure('summary of 30 days', reports.summary);
  await meter.measure('report of 90 days', reports.report);
  await meter.measure('page of a search', page({ q: emailOf(0) }));
  const erasure = await newRequest(owner.caller, 'erase', { email: emailOf(erased) });
  const { forms } = await meter.measure('erasure of a person', () => runToEnd(erasure));
  if (forms[form.id]?.erased !== responsesEach) throw new Error(`It erased ${JSON.stringify(forms)}`);
  return meter.costs;
}
