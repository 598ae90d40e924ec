import { beforeEach, describe, expect, it } from '@jest/globals';
import { watchSilence } from '../../../shared/delivery/attempt.ts';
import type { Health } from '../../../shared/domain/receivers/breaker.ts';
import type { Silence } from '../../../shared/outbound/call-receiver.ts';
import { getWebhook, type StoredWebhook } from '../../../shared/store/receivers/webhooks.ts';
import { dynamodb } from '../../../shared/store/table.ts';
import { eventually } from '../../support/eventually.ts';
import { newCaller, storedWebhook } from '../../support/records/records.ts';
import { useKms } from '../../support/table/kms.ts';
import { useTable } from '../../support/table/table.ts';

useTable();
useKms();

let webhook: StoredWebhook;

beforeEach(async () => {
  webhook = await storedWebhook(await newCaller());
});

const reloaded = () => getWebhook({ owner: webhook.owner, receiverId: webhook.webhook.id });

const withHealth = (health: Partial<Health>): StoredWebhook => ({
  ...webhook,
  health: { ...webhook.health, ...health },
});

async function afterSilence({ tell }: Silence): Promise<string> {
  tell();
  return 'answered';
}

describe('a receiver that is silent', () => {
  it('is marked while the attempt goes on, for longer than that of the fast lane may, and known to be', async () => {
    const begun = Date.now();
    const { result, watched } = await watchSilence(webhook, async ({ tell }) => {
      tell();
      await eventually(async () => expect((await reloaded())?.health.silentUntil).toBeGreaterThan(0));
      // As of several requests of one attempt.
      tell();
      return 'answered';
    });
    expect(result).toBe('answered');
    const silentUntil = (await reloaded())?.health.silentUntil ?? 0;
    expect(silentUntil).toBeGreaterThanOrEqual(begun + 6000);
    expect(silentUntil).toBeLessThanOrEqual(Date.now() + 6000);
    expect(watched).toEqual(withHealth({ silentUntil }));
  });

  it('is marked although the attempt fails by a fault of our own', async () => {
    const attempt = watchSilence(webhook, async silence => {
      await afterSilence(silence);
      throw new Error('of our own');
    });
    await expect(attempt).rejects.toThrow('of our own');
    expect((await reloaded())?.health.silentUntil).toBeGreaterThan(0);
  });

  it('has its answer noted after the mark, which would outlive it', async () => {
    const written = Promise.withResolvers<void>();
    const middleware = (next: (args: never) => Promise<unknown>) => (args: never) =>
      written.promise.then(() => next(args));
    dynamodb.middlewareStack.add(middleware as never, { name: 'held', step: 'initialize' });
    let isNoted = false;
    const attempt = watchSilence(webhook, afterSilence).then(() => {
      isNoted = true;
    });
    await new Promise(setImmediate);
    expect(isNoted).toBe(false);
    dynamodb.middlewareStack.remove('held');
    written.resolve();
    await attempt;
    expect(isNoted).toBe(true);
  });

  it('is not marked when it is known to be slow', async () => {
    const slow = withHealth({ slow: true });
    expect(await watchSilence(slow, afterSilence)).toEqual({ result: 'answered', watched: slow });
    expect((await reloaded())?.health.silentUntil).toBeUndefined();
  });

  it('may be so for 300 ms, or for a second when it was late in the last minute', async () => {
    const patience = async ({ afterMs }: Silence) => afterMs;
    expect(await watchSilence(webhook, patience)).toEqual({ result: 300, watched: webhook });
    const patient = withHealth({ patientUntil: Date.now() + 60_000 });
    expect(await watchSilence(patient, patience)).toMatchObject({ result: 1000 });
    expect((await reloaded())?.health.silentUntil).toBeUndefined();
  });

  it('has its answer noted, whether it can be marked or not', async () => {
    const unheard = { ...webhook, webhook: { ...webhook.webhook, id: `wh_${'0'.repeat(2000)}` } };
    expect(await watchSilence(unheard, afterSilence)).toMatchObject({ result: 'answered' });
  });
});
