import { isFormId } from '../../ids.ts';
import { keyOf } from '../../store/keys.ts';
import { receiverKey } from '../../store/receivers/receiver-item.ts';
import type { Change, CounterDelta } from './counter-delta.ts';
import { rowDelta } from './of-row.ts';

export function deltaOfDelivery({ owner, webhook }: { owner: string; webhook: string }, change: Change): CounterDelta {
  return {
    // Of a deleted form, its own webhooks are still there for a while, and so that nothing counts for them.
    owners: [receiverKey({ owner, receiverId: webhook }), ...(isFormId(owner) ? [keyOf('form', { form: owner })] : [])],
    guard: keyOf('shardCounts', { scope: webhook, shard: '0' }),
    ...rowDelta([webhook], '0', change),
  };
}
