import type { Caller } from '../../domain/accounts/caller.ts';
import { isFormId } from '../../ids.ts';
import { getForms } from '../forms/forms.ts';
import { partitionOf, prefixOf } from '../keys.ts';
import type { Order } from '../query.ts';
import { batchGet, type Item } from '../table.ts';
import {
  dropFirst,
  lookUpInBatches,
  readSortKeys,
  readTimeline,
  spanAfter,
  type Timeline,
  wholeSpan,
} from '../timeline.ts';
import { fromItem, type StoredWebhook } from './webhooks.ts';

type WebhookListOptions = {
  order: Order;
  /** The ID to start after. */
  position?: string;
  /** The number of webhooks to skip. */
  offset?: number;
  expected: number;
};

/** A list of webhooks. */
export type WebhookList = {
  /** Reads the webhooks in order of creation. */
  read: (options: WebhookListOptions) => AsyncGenerator<StoredWebhook>;
  count: () => Promise<number>;
};

/** Returns the list of every webhook of the caller's environment, including its forms' own. */
export function webhooksOfEnvironment({ environmentId }: Caller): WebhookList {
  const partition = partitionOf('webhook', 'gsi1pk', { environmentId });
  const timeline: Timeline = { index: 'lists', partitions: [partition] };
  return {
    read: ({ order, position, offset = 0, expected }) => {
      const span = position === undefined ? wholeSpan : spanAfter(position, order, wholeSpan);
      return lookUpInBatches(
        dropFirst(readTimeline(timeline, { order, span, expected: offset + expected }), offset),
        webhooksOfRows,
        expected,
      );
    },
    count: () => countAll(readSortKeys(timeline, partition, wholeSpan)),
  };
}

/**
 * Returns the list of webhooks for this form only: its own, and those of the environment that name it.
 *
 * @param applies whether to include those for all forms
 */
export function webhooksOfForm({ environmentId }: Caller, formId: string, { applies = false } = {}): WebhookList {
  const partitions = [environmentId, formId].map(owner => partitionOf('webhook', 'pk', { owner }));
  async function* readAll({ order, position, offset = 0, expected }: WebhookListOptions) {
    const prefix = prefixOf('webhook');
    const all = { low: prefix, high: `${prefix}~` };
    const span = position === undefined ? all : spanAfter(prefix + position, order, all);
    for await (const item of readTimeline({ partitions }, { order, span, expected: offset + expected })) {
      const stored = fromItem(item);
      const { formId: bound } = stored.webhook;
      if (bound === formId || (applies && bound === null)) yield stored;
    }
  }
  return {
    read: options => dropFirst(readAll(options), options.offset ?? 0),
    count: () => countAll(readAll({ order: 'asc', expected: 100 })),
  };
}

async function webhooksOfRows(rows: Item[]): Promise<(StoredWebhook | undefined)[]> {
  const items = await batchGet(rows.map(({ pk, sk }) => ({ pk, sk })));
  const bySortKey = new Map(items.map(item => [item.sk, fromItem(item)]));
  const owners = [...bySortKey.values()].map(({ owner }) => owner).filter(isFormId);
  const forms = await getForms(owners);
  // Webhooks of a deleted form disappear at once, although they are stored until its purge ends.
  const isThere = ({ owner }: StoredWebhook) => !isFormId(owner) || forms.has(owner);
  return rows.map(({ sk }) => bySortKey.get(sk)).map(stored => (stored && isThere(stored) ? stored : undefined));
}

async function countAll(rows: AsyncIterable<unknown>): Promise<number> {
  let count = 0;
  for await (const _ of rows) count += 1;
  return count;
}
