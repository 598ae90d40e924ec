import { describe, expect, it } from '@jest/globals';
import { pageOfDeliveries } from '../../../shared/delivery/delivery-log.ts';
import {
  newDelivery,
  recordFailure,
  recordSuccess,
  scheduleDelivery,
} from '../../../shared/store/receivers/deliveries.ts';
import { addressOf } from '../../../shared/store/receivers/receivers.ts';
import type { StoredWebhook } from '../../../shared/store/receivers/webhooks.ts';
import { eventAt, newCaller, storedWebhook } from '../../support/records/records.ts';
import { useKms } from '../../support/table/kms.ts';
import { useTable } from '../../support/table/table.ts';

useTable();
useKms();

const at = '2026-01-31T09:30:00.000Z';
const start = Date.parse(at);

/** Three deliveries to a webhook, a second apart: one is dead, one has succeeded, and one waits. */
async function delivered(webhook: StoredWebhook): Promise<string[]> {
  const [dead, done, waiting] = [0, 1000, 2000].map(later =>
    newDelivery(addressOf(webhook), eventAt(start + later), `event ${later}`),
  ) as [ReturnType<typeof newDelivery>, ReturnType<typeof newDelivery>, ReturnType<typeof newDelivery>];
  await recordFailure(dead, { at, status: 502, error: 'answered 502', latencyMs: 12 });
  await recordSuccess(done, { at, status: 200, latencyMs: 12, body: 'ok' });
  await scheduleDelivery(waiting, webhook.environmentId);
  return [dead.id, done.id, waiting.id];
}

type Query = Parameters<typeof pageOfDeliveries>[1];

/** All pages of one delivery each, as a client reads them by their cursors. */
async function pagesOf(webhook: StoredWebhook, query: Omit<Query, 'limit'>) {
  const pages = [await pageOfDeliveries(webhook, { ...query, limit: 1 })];
  for (let cursor = pages[0]?.nextCursor; cursor && pages.length < 9; cursor = pages.at(-1)?.nextCursor) {
    pages.push(await pageOfDeliveries(webhook, { ...query, limit: 1, cursor }));
  }
  return pages.map(({ items, total, hasMore }) => ({ ids: items.map(({ id }) => id), total, hasMore }));
}

describe('the log of deliveries', () => {
  it('has each delivery on one page, in both orders', async () => {
    const webhook = await storedWebhook(await newCaller());
    const [first = '', second = '', third = ''] = await delivered(webhook);
    expect(await pagesOf(webhook, { order: 'asc' })).toEqual([
      { ids: [first], total: 3, hasMore: true },
      { ids: [second], total: 3, hasMore: true },
      { ids: [third], total: 3, hasMore: false },
    ]);
    expect((await pagesOf(webhook, { order: 'desc' })).flatMap(({ ids }) => ids)).toEqual([third, second, first]);
  });
});
