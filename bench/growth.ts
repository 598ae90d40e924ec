import type { Context } from 'aws-lambda';
import { dayMs } from '../shared/durations.ts';
import { deletePartition } from '../shared/jobs/purges/purge.ts';
import { responsePartitions, type StoredForm } from '../shared/store/forms/forms.ts';
import { countItems } from '../shared/store/lists/read-list.ts';
import { responsesOfForm } from '../shared/store/responses/response-lists.ts';
import { dynamodb } from '../shared/store/table.ts';
import { ceilings } from './ceilings.ts';
import { type Consumed, callsOf, consumedBy } from './consumed-capacity.ts';
import { exportPerson, withBucketAndKey } from './data-subjects.ts';
import { enlarge } from './enlarge.ts';
import { fill } from './fill.ts';
import { type Handler, invoke } from './invoke.ts';
import type { Table } from './report.ts';
import { newCaller, newStoredForm, type Service } from './service.ts';

const amounts = [10_000, 100_000];
const exportedRows = 1000;
/** The number that the largest form's counters are raised to at the end. */
const enlargedAmount = 10_000_000;
/** How long the purge runs. It deletes 400 items per second, and its cost is divided by their number. */
const purgeMs = 2500;

type Cost = { readonly calls: number; readonly units: number };

/** Measures the cost of operations with more and more responses, and the limits of the service. */
export async function growth(service: Service): Promise<Table[]> {
  const costs = await withBucketAndKey(service, async () => {
    const all: Map<string, Cost>[] = [];
    for (const amount of amounts) {
      const filled = await filledForm(service, amount);
      all.push(await costsAt(filled));
      if (amount === amounts.at(-1)) all.push(await costsEnlarged(filled));
    }
    return all;
  });
  return [compared(costs), ceilings(service)];
}

function compared(costs: readonly ReadonlyMap<string, Cost>[]): Table {
  const names = [...amounts, enlargedAmount].map(amount => amount.toLocaleString('en-US'));
  return {
    title: 'What grows with the responses of a form',
    columns: ['operation', ...names.map(name => `calls at ${name}`), ...names.map(name => `units at ${name}`)],
    rows: [...(costs[0]?.keys() ?? [])].map(name => [
      name,
      ...costs.map(each => each.get(name)?.calls ?? ''),
      ...costs.map(each => each.get(name)?.units ?? ''),
    ]),
    note: 'Units: those read and written, of a form of eight fields whose responses came evenly over 30 days, in an environment of its own. Ten million are simulated: by the counters of so many, and the rows of what is read.',
  };
}

/**
 * Measures operations whose cost depends on the number of responses, with the counters of ten million and only the rows
 * that are read.
 */
async function costsEnlarged({ owner, stored, amount, span }: Filled): Promise<Map<string, Cost>> {
  const times = enlargedAmount / amount;
  await enlarge({ stored, times, rate: amount / (span[1] - span[0]), around: (span[0] + span[1]) / 2 });
  const { costs, measure } = measured();
  await lists(owner, stored, enlargedAmount, measure);
  return costs;
}

type Filled = Awaited<ReturnType<typeof filledForm>>;

/** Creates a form with this number of responses, spread evenly over 30 days, in its own environment. */
async function filledForm(service: Service, amount: number) {
  const owner = { ...service, ...(await newCaller(`growth-${amount}@example.com`)) };
  const stored = await newStoredForm(owner);
  const span: [number, number] = [Date.now() - 40 * dayMs, Date.now() - 10 * dayMs];
  console.error(`Storing ${amount} responses …`);
  await fill(stored, amount, span);
  return { owner, stored, amount, span };
}

function measured() {
  const costs = new Map<string, Cost>();
  const measure: Measure = async (name, work, each = 1) => {
    costs.set(name, costOf(await consumedBy(dynamodb, work), each));
  };
  return { costs, measure };
}

async function costsAt({ owner, stored, amount }: Filled): Promise<Map<string, Cost>> {
  const { costs, measure } = measured();
  await lists(owner, stored, amount, measure);
  await measure('data-subject search, per 1,000 responses', () => exportPerson(owner), amount / 1000);
  const { handler: sweepDue } = await import('../functions/workers/sweep-due.ts');
  await measure('sweep, nothing due', () => sweepDue(null, { getRemainingTimeInMillis: () => 50_000 } as Context));
  const [partition = ''] = responsePartitions(stored);
  let deleted = 0;
  const purged = await consumedBy(dynamodb, async () => {
    ({ deleted } = await deletePartition({ partition }, Date.now() + purgeMs));
  });
  costs.set('purge, per 1,000 responses', costOf(purged, deleted / 1000));
  return costs;
}

const costOf = (consumed: Consumed, each: number): Cost => ({
  calls: callsOf(consumed) / each,
  units: (consumed.readUnits + consumed.writeUnits) / each,
});

type Measure = (name: string, work: () => Promise<unknown>, each?: number) => Promise<void>;

async function lists(owner: Service, { form }: StoredForm, amount: number, measure: Measure): Promise<void> {
  const { handler: list } = await import('../functions/responses/list-responses.ts');
  const { handler: report } = await import('../functions/analytics/get-form-analytics.ts');
  const headers = { authorization: `Bearer ${owner.secretKey}` };
  const page = (query: Record<string, string>) => () =>
    invoke(list as unknown as Handler, { headers, query: { form_id: form.id, ...query } });
  await page({ limit: '1', to: '2000-01-01' })();
  await measure('first page', page({}));
  await measure('page at half of all, by offset', async () => {
    const { items } = JSON.parse(await page({ offset: String(amount / 2) })());
    if (items.length !== 50) throw new Error(`The page has ${items.length} responses`);
  });
  await measure('total', async () => {
    const responses = await responsesOfForm(owner.caller, form.id, {});
    if (!responses || (await countItems(responses.scope)) !== amount) throw new Error('The total is wrong');
  });
  await measure('first page of a status that none has', page({ status: 'abandoned' }));
  await measure('CSV, per 1,000 rows', page({ format: 'csv', limit: String(exportedRows) }));
  await measure('report of 30 days', () =>
    invoke(report as unknown as Handler, { headers, pathParameters: { id: form.id }, query: { days: '30' } }),
  );
}
