import type { Caller } from '../../domain/accounts/caller.ts';
import { sumsBetween } from '../../domain/analytics/counted-spans.ts';
import { countIn } from '../../domain/analytics/counter-names.ts';
import type { LocalDay } from '../../domain/time/local-days.ts';
import { inParallel } from '../../in-parallel.ts';
import { readHourSpans } from '../counters/read-counters.ts';
import { partitionOf, partsOf, prefixOf } from '../keys.ts';
import { queryPages } from '../query.ts';
import { readSortKeys, wholeSpan } from '../timeline.ts';

const receiversAtATime = 20;

/**
 * Counts the deliveries of these days' events to all receivers of the caller's environment. It reads their counters, by
 * a query for each receiver, and never a delivery.
 */
export async function countDeliveries(
  { environmentId }: Pick<Caller, 'environmentId'>,
  days: readonly LocalDay[],
): Promise<number> {
  const span = { start: days.at(0)?.start ?? 0, end: days.at(-1)?.end ?? 0 };
  const counts = await inParallel(await receiversOf(environmentId), receiversAtATime, async id => {
    const sums = sumsBetween(await readHourSpans(id, span, false), span.start, span.end);
    return countIn({}, letter => sums.get(letter) ?? 0);
  });
  return counts.reduce((sum, count) => sum + count, 0);
}

/** Returns the IDs of the environment's webhooks, including those of forms, and of its integrations. */
async function receiversOf(environmentId: string): Promise<string[]> {
  const ids: string[] = [];
  const webhooks = partitionOf('webhook', 'gsi1pk', { environmentId });
  for await (const id of readSortKeys({ index: 'lists', partitions: [webhooks] }, webhooks, wholeSpan)) ids.push(id);
  const partition = partitionOf('integration', 'pk', { owner: environmentId });
  const integrations = { partition, prefix: prefixOf('integration'), attributes: ['sk'], consistent: false };
  for await (const { items } of queryPages(integrations)) {
    ids.push(...items.flatMap(({ sk }) => partsOf('integration', 'sk', sk)?.integration ?? []));
  }
  return ids;
}
