import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from '@jest/globals';
import { newDelivery, scheduleDelivery } from '../../../shared/store/deliveries.ts';
import { readDue } from '../../../shared/store/due.ts';
import { deleteForm, getForm } from '../../../shared/store/forms.ts';
import { getJob, type PurgeJob } from '../../../shared/store/jobs.ts';
import type { Key } from '../../../shared/store/keys.ts';
import { purge } from '../../../shared/store/purge.ts';
import { dynamodb, type Item, tableName } from '../../../shared/store/table.ts';
import { countChanges } from '../../../shared/store/tally.ts';
import { useKms } from '../../support/kms.ts';
import { eventAt, newCaller, storedForm, storedWebhook, submit } from '../../support/records.ts';
import { readStream, useTable } from '../../support/table.ts';

const hour = 60 * 60_000;

async function scan(): Promise<Item[]> {
  const { Items = [] } = await dynamodb.send(new ScanCommand({ TableName: tableName() }));
  return Items as Item[];
}

/** Everything stored that speaks of this form, its own jobs apart. */
async function leftOf(formId: string): Promise<Item[]> {
  return (await scan()).filter(({ pk }) => pk.includes(formId));
}

async function purgeJob(key: Key): Promise<PurgeJob | undefined> {
  const job = await getJob(key);
  return job?.kind === 'purgeForm' ? job : undefined;
}

async function dueJob(formId: string): Promise<Key | undefined> {
  for await (const { pk, sk } of readDue(Date.now() + hour)) {
    const job = await purgeJob({ pk, sk });
    if (job?.formId === formId) return { pk, sk };
  }
  return undefined;
}

/** Carries the job out as its worker does, killed at random: with no time left, in the middle of it, or twice. */
async function carryOut(formId: string, kills: number): Promise<number> {
  for (let runs = 0; runs < 20; runs++) {
    const key = await dueJob(formId);
    const job = key && (await purgeJob(key));
    if (!key || !job) return runs;
    const deadline = runs < kills ? Date.now() + runs * 20 : Date.now() + hour;
    await Promise.all([purge(key, job, deadline), purge(key, job, deadline)]);
    await countChanges(await readStream());
  }
  throw new Error('The purge does not end');
}

describe('purge', () => {
  useTable({ stream: true });
  useKms();

  it('removes the form to the last item, killed and run twice, and nothing of another form', async () => {
    const caller = await newCaller();
    const [gone, kept] = [await storedForm(caller), await storedForm(caller)];
    for (let row = 0; row < 60; row++) {
      await submit(gone);
      if (row % 3 === 0) await submit(kept);
    }
    await countChanges(await readStream());
    const before = await leftOf(kept.form.id);

    expect(await deleteForm(gone)).toBe(true);
    expect(await getForm(gone.form.id)).toBeUndefined();
    await carryOut(gone.form.id, 4);

    expect(await leftOf(gone.form.id)).toEqual([]);
    expect(await dueJob(gone.form.id)).toBeUndefined();
    expect(await leftOf(kept.form.id)).toEqual(before);
  }, 60_000);

  it('takes along a submission that came through a cache after the deletion', async () => {
    const stored = await storedForm(await newCaller());
    await deleteForm(stored);
    const key = await dueJob(stored.form.id);
    const job = key && (await purgeJob(key));
    if (key && job) await purge(key, job, Date.now() + hour);
    await submit(stored);
    await carryOut(stored.form.id, 0);
    expect(await leftOf(stored.form.id)).toEqual([]);
  }, 60_000);

  it('waits for the stream before it removes the counters', async () => {
    const stored = await storedForm(await newCaller());
    await submit(stored);
    await countChanges(await readStream());
    await deleteForm(stored);
    for (let run = 0; run < 4; run++) {
      const key = await dueJob(stored.form.id);
      const job = key && (await purgeJob(key));
      if (key && job) await purge(key, job, Date.now() + hour);
    }
    const left = (await leftOf(stored.form.id)).map(({ pk }) => pk.split('#')[0]);
    expect(left).toEqual(expect.arrayContaining(['FORM', 'COUNTS']));
  });

  it('takes along the deliveries that told a webhook of the environment about the form, and no others', async () => {
    const caller = await newCaller();
    const [gone, kept] = [await storedForm(caller), await storedForm(caller)];
    const { owner, webhook } = await storedWebhook(caller);
    for (const [index, { form }] of [gone, kept, gone, kept].entries()) {
      const delivery = newDelivery({ owner, receiverId: webhook.id }, eventAt(Date.now(), form.id), `event ${index}`);
      expect(await scheduleDelivery(delivery)).toBe(true);
    }
    const told = async ({ form }: typeof gone) => (await scan()).filter(item => String(item.event).includes(form.id));
    expect([await told(gone), await told(kept)].map(({ length }) => length)).toEqual([2, 2]);

    await deleteForm(gone);
    await carryOut(gone.form.id, 0);
    expect([await told(gone), await told(kept)].map(({ length }) => length)).toEqual([0, 2]);
  });
});
