import { isFormId } from '../../ids.ts';
import { keyOf } from '../../store/keys.ts';
import { receiverKey } from '../../store/receivers/receiver-item.ts';
import type { CounterDelta, ImageChange } from './counter-delta.ts';
import { rowDelta } from './row-delta.ts';

export function deltaOfDelivery(
  { owner, webhook }: { owner: string; webhook: string },
  change: ImageChange,
): CounterDelta {
  return {
    // The webhooks of a deleted form still exist for a while. Requiring its item too keeps them from being counted.
    owner: {
      scope: webhook,
      keys: [receiverKey({ owner, receiverId: webhook }), ...(isFormId(owner) ? [keyOf('form', { form: owner })] : [])],
    },
    ...rowDelta([{ scope: webhook, shard: '0' }], change),
  };
}
