import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { newStoredWebhook } from '../../../../shared/delivery/form-webhooks.ts';
import type { Caller } from '../../../../shared/domain/accounts/caller.ts';
import type { Attempt } from '../../../../shared/domain/receivers/webhook.ts';
import { newWebhookId } from '../../../../shared/ids.ts';
import {
  deferDelivery,
  deliveryKey,
  getDelivery,
  newDelivery,
  recordFailure,
  recordSuccess,
  retryDelivery,
  scheduleDelivery,
} from '../../../../shared/store/receivers/deliveries.ts';
import { leaseHeader, releaseHeader } from '../../../../shared/store/receivers/header-lease.ts';
import { countFailure, openBreaker } from '../../../../shared/store/receivers/receiver-health.ts';
import { receiverKey } from '../../../../shared/store/receivers/receiver-item.ts';
import { addressOf } from '../../../../shared/store/receivers/receivers.ts';
import { takeReleasePlace } from '../../../../shared/store/receivers/release-places.ts';
import { createWebhook, deleteWebhook } from '../../../../shared/store/receivers/webhooks.ts';
import { dynamodb, tableName } from '../../../../shared/store/table.ts';
import { useFaultProxy } from '../../../support/cloud/planned-faults.ts';
import { eventAt, newCaller, storedWebhook } from '../../../support/records/records.ts';
import { useKms } from '../../../support/table/kms.ts';
import { useTable } from '../../../support/table/table.ts';

useTable();
useKms();
process.env.WEBHOOK_ALLOW_LOOPBACK = 'false';
const lose = useFaultProxy();

const failure: Attempt = { at: '2026-01-31T09:30:00.000Z', status: 502, error: 'answered 502', latencyMs: 12 };

let caller: Caller;
let identities = 0;

beforeAll(async () => {
  caller = await newCaller();
});

const newReceiver = () => storedWebhook(caller);

const deliveryTo = async () => newDelivery(addressOf(await newReceiver()), eventAt(), `event ${identities++}`);

describe('a write about deliveries whose answer is lost', () => {
  it('stores what became of a delivery once', async () => {
    const delivery = await deliveryTo();
    lose('PutItem');
    expect(
      await recordFailure(delivery, failure, {
        nextAttemptAt: Date.now(),
        dueAt: Date.now(),
        environmentId: caller.environmentId,
      }),
    ).toBe(true);
    expect(await recordFailure(delivery, failure)).toBe(false);
    const failed = await getDelivery(deliveryKey(delivery));
    expect(failed?.attemptCount).toBe(1);
    lose('PutItem');
    expect(
      failed &&
        (await deferDelivery(failed, {
          nextAttemptAt: Date.now(),
          dueAt: Date.now(),
          environmentId: caller.environmentId,
        })),
    ).toBe(true);
    lose('PutItem');
    expect(failed && (await recordSuccess(failed, failure))).toBe(true);
    const ended = await getDelivery(deliveryKey(delivery));
    lose('UpdateItem');
    expect(ended && (await retryDelivery(ended, caller.environmentId, Date.now()))).toBe(true);
    expect(await getDelivery(deliveryKey(delivery))).toMatchObject({ status: 'scheduled', attemptCount: 2 });
  });

  it('schedules a delivery once', async () => {
    const delivery = await deliveryTo();
    lose('PutItem');
    expect(await scheduleDelivery(delivery, caller.environmentId)).toBe(true);
    expect(await scheduleDelivery(delivery, caller.environmentId)).toBe(false);
  });

  it('gives the header of a sheet to whoever took it, and to nobody else', async () => {
    const address = addressOf(await newReceiver());
    const now = Date.now();
    lose('UpdateItem');
    const until = (await leaseHeader(address, now)) ?? 0;
    expect(until).toBeGreaterThan(now);
    expect(await leaseHeader(address, now)).toBeUndefined();
    lose('UpdateItem');
    await releaseHeader(address, until);
    expect(await leaseHeader(address, now)).toBe(until);
  });

  it('gives each who waits for a breaker a place of its own', async () => {
    const address = addressOf(await newReceiver());
    const places: number[] = [];
    for (let waiting = 0; waiting < 4; waiting++) {
      lose('UpdateItem');
      places.push(await takeReleasePlace(address, 1_000_000));
    }
    expect(places).toEqual([0, 1, 2, 3]);
  });

  it('counts a failure of a receiver once, and opens the breaker for whoever opened it', async () => {
    const receiver = await newReceiver();
    lose('UpdateItem');
    expect(await countFailure(receiver, Date.now(), false)).toMatchObject({ failures: 1 });
    lose('UpdateItem');
    expect(await openBreaker(receiver, 1_000_000, 0)).toBe(true);
    expect(await openBreaker(receiver, 1_000_000, 0)).toBe(false);
    const Key = receiverKey(addressOf(receiver));
    const { Item } = await dynamodb.send(new GetCommand({ TableName: tableName(), Key }));
    expect(Item).toMatchObject({ failures: 1, openUntil: 1_000_000 });
  });

  it('creates and deletes a webhook once', async () => {
    const content = { id: newWebhookId(), formId: null, url: 'https://hooks.example.com/', events: [], active: true };
    const stored = await newStoredWebhook(content, caller.environmentId, 'a good secret', caller);
    lose('TransactWriteItems');
    expect(await createWebhook(stored, { caller, action: 'webhook.created' })).toBe('created');
    lose('TransactWriteItems');
    expect(await deleteWebhook(stored, { caller, action: 'webhook.deleted' })).toBe(true);
  });
});
