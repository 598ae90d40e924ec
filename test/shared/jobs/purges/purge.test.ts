import { PutCommand, type QueryCommandInput, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from '@jest/globals';
import { storedCounters } from '../../../../bench/counting/readers.ts';
import { visitKey } from '../../../../bench/counting/visit-items.ts';
import type { ImageChange } from '../../../../shared/counting/counter-deltas/counter-delta.ts';
import { contentOf } from '../../../../shared/domain/forms/content.ts';
import { newView } from '../../../../shared/domain/responses/view.ts';
import { timeKey } from '../../../../shared/ids.ts';
import { purge, purgeReceiver } from '../../../../shared/jobs/purges/purge.ts';
import { getDraftVersion, packDraft, putDraftVersion } from '../../../../shared/store/forms/draft-versions.ts';
import type { StoredForm } from '../../../../shared/store/forms/forms.ts';
import { deleteForm, getForm } from '../../../../shared/store/forms/forms.ts';
import { newVersions } from '../../../../shared/store/forms/versions.ts';
import { getJob, newJobItem, type PurgeJob, type PurgeReceiverJob } from '../../../../shared/store/jobs.ts';
import { type Key, keyOf, partitionOf } from '../../../../shared/store/keys.ts';
import { newDelivery, scheduleDelivery } from '../../../../shared/store/receivers/deliveries.ts';
import { getViews, replaceViews } from '../../../../shared/store/responses/views.ts';
import { batchPut, dynamodb, type Item, tableName, writeIfUnchanged } from '../../../../shared/store/table.ts';
import { itInAll } from '../../../support/in-all.ts';
import { eventAt, newCaller, storedForm, storedWebhook, submit } from '../../../support/records/records.ts';
import { countAll, countStream } from '../../../support/table/counting.ts';
import { readDue } from '../../../support/table/due-items.ts';
import { useKms } from '../../../support/table/kms.ts';
import { useUploads } from '../../../support/table/s3.ts';
import { readStream, useTable } from '../../../support/table/table.ts';

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
async function runPurge(formId: string, kills: number): Promise<void> {
  for (let runs = 0; runs < 20; runs++) {
    const key = await dueJob(formId);
    const job = key && (await purgeJob(key));
    // The stream may bring all of it again.
    if (!key || !job) return countAll(await readStream());
    const deadline = runs < kills ? Date.now() + runs * 20 : Date.now() + hour;
    await Promise.all([purge(key, job, deadline), purge(key, job, deadline)]);
    await countStream();
  }
  throw new Error('The purge does not end');
}

async function carryOnce({ form }: StoredForm): Promise<void> {
  const key = await dueJob(form.id);
  const job = key && (await purgeJob(key));
  if (key && job) await purge(key, job, Date.now() + hour);
}

async function stepOf({ form }: StoredForm): Promise<number | undefined> {
  const key = await dueJob(form.id);
  return key && (await purgeJob(key))?.step;
}

/** A batch of writes is no transaction: here its days go first, and then something else happens. */
function amidBatchDeletes(meanwhile: () => Promise<unknown>): () => void {
  const name = 'amidBatchDeletes';
  dynamodb.middlewareStack.add(
    next => async args => {
      const { RequestItems = {} } = args.input as { RequestItems?: Record<string, object[]> };
      const requests = Object.values(RequestItems).flat();
      const isOfDay = (request: object) => JSON.stringify(request).includes('DAY#');
      if (!requests.some(isOfDay) || requests.every(isOfDay)) return next(args);
      const send = (some: object[]) => next({ ...args, input: { RequestItems: { [tableName()]: some } } });
      await send(requests.filter(isOfDay));
      await meanwhile();
      return send(requests.filter(request => !isOfDay(request)));
    },
    { name, step: 'initialize' },
  );
  return () => dynamodb.middlewareStack.remove(name);
}

/** Which partitions are queried until `restore` is called. */
function queriedPartitions() {
  const partitions: unknown[] = [];
  const name = 'queriedPartitions';
  dynamodb.middlewareStack.add(
    next => args => {
      const { KeyConditionExpression, ExpressionAttributeValues = {} } = args.input as Partial<QueryCommandInput>;
      if (KeyConditionExpression) partitions.push(...Object.values(ExpressionAttributeValues));
      return next(args);
    },
    { name, step: 'initialize' },
  );
  return { partitions, restore: () => dynamodb.middlewareStack.remove(name) };
}

/** A visit that begins, as the stream tells of it. */
function visitOf({ form, environmentId }: StoredForm, number: number): ImageChange {
  const at = new Date().toISOString();
  const events = JSON.stringify([{ type: 'view' }, { type: 'focus', fieldId: 'name' }]);
  const began = {
    environmentId,
    at,
    startedAt: at,
    focused: new Set(['name']),
    last: 'name',
    events,
    views: 1,
    writes: 1,
  };
  return {
    key: visitKey(form.id, `visit ${number}`),
    sequence: String(1000 + number),
    after: began,
  };
}

describe('purge', () => {
  useTable({ stream: true });
  useKms();
  useUploads();

  it('removes the form to the last item, killed and run twice, and nothing of another form', async () => {
    const caller = await newCaller();
    const [gone, kept] = [await storedForm(caller), await storedForm(caller)];
    for (let row = 0; row < 60; row++) {
      await submit(gone);
      if (row % 3 === 0) await submit(kept);
    }
    for (const stored of [gone, kept]) {
      const { form } = stored;
      const content = { ...contentOf(form), title: 'Second' };
      const saved = { caller, savedAt: form.updatedAt };
      const draft = await getDraftVersion(form);
      expect(await putDraftVersion(stored, draft, packDraft(draft, content), saved)).toMatchObject({ content });
      const { writes } = await newVersions(stored, { ...form, ...content }, caller);
      expect(await writeIfUnchanged([...writes])).toBe(true);
      const view = newView({ name: 'All' }, { formId: form.id, createdBy: caller.id });
      const audited = { caller, action: 'view.created', viewId: view.id } as const;
      expect(await replaceViews(await getViews(form.id), [view], audited)).toBe(true);
    }
    await countStream();
    const before = await leftOf(kept.form.id);

    expect(await deleteForm(gone)).toBe(true);
    expect(await getForm(gone.form.id)).toBeUndefined();
    await runPurge(gone.form.id, 4);

    expect(await leftOf(gone.form.id)).toEqual([]);
    expect(await dueJob(gone.form.id)).toBeUndefined();
    expect(await leftOf(kept.form.id)).toEqual(before);
  });

  itInAll('takes along a submission that came through a cache after the deletion', async () => {
    const stored = await storedForm(await newCaller());
    await deleteForm(stored);
    const key = await dueJob(stored.form.id);
    const job = key && (await purgeJob(key));
    if (key && job) await purge(key, job, Date.now() + hour);
    await submit(stored);
    await runPurge(stored.form.id, 0);
    expect(await leftOf(stored.form.id)).toEqual([]);
  });

  itInAll('takes another round after one that found something, though no counter knows of it', async () => {
    const stored = await storedForm(await newCaller());
    await deleteForm(stored);
    await carryOnce(stored);
    await submit(stored);
    await carryOnce(stored);
    expect(await stepOf(stored)).toBe(1);
    await carryOnce(stored);
    expect(await stepOf(stored)).toBe(2);
  });

  it('takes another round for a receiver too', async () => {
    const { owner, webhook } = await storedWebhook(await newCaller());
    const address = { owner, receiverId: webhook.id };
    const Item = newJobItem({ kind: 'purgeReceiver', ...address });
    const key = { pk: Item.pk, sk: Item.sk };
    await dynamodb.send(new PutCommand({ TableName: tableName(), Item }));
    const round = async () => {
      await purgeReceiver(key, (await getJob(key)) as PurgeReceiverJob, Date.now() + hour);
      return (await getJob(key))?.step;
    };
    expect(await round()).toBe(1);
    await scheduleDelivery(newDelivery(address, eventAt(), 'a late event'), owner);
    expect(await round()).toBe(1);
    expect(await round()).toBe(2);
  });

  itInAll('waits for the stream before it removes the counters', async () => {
    const stored = await storedForm(await newCaller());
    await submit(stored);
    await countStream();
    await deleteForm(stored);
    for (let run = 0; run < 4; run++) {
      const key = await dueJob(stored.form.id);
      const job = key && (await purgeJob(key));
      if (key && job) await purge(key, job, Date.now() + hour);
    }
    const left = (await leftOf(stored.form.id)).map(({ pk }) => pk.split('#')[0]);
    expect(left).toEqual(expect.arrayContaining(['FORM', 'COUNTS']));
  });

  itInAll(
    'leaves nothing of visits that are counted late, and what they did in the totals of the environment',
    async () => {
      const stored = await storedForm(await newCaller());
      await submit(stored);
      await countStream();
      const visits = Array.from({ length: 400 }, (_, number) => visitOf(stored, number));
      await countAll(visits.slice(0, 100), 'visits');
      await deleteForm(stored);
      for (let run = 0; (await stepOf(stored)) !== 2; run++) {
        if (run === 20) throw new Error('The purge does not come to its end');
        await carryOnce(stored);
        await countStream();
      }
      // The counters go while a reader that is late still counts for them.
      const restore = amidBatchDeletes(() => countAll(visits.slice(300), 'visits 4'));
      await Promise.all([
        carryOnce(stored),
        countAll(visits.slice(100, 200), 'visits 2'),
        countAll(visits.slice(200, 300), 'visits 3'),
      ]);
      restore();
      await countAll(visits, 'visits');
      expect(await leftOf(stored.form.id)).toEqual([]);

      const ofEnvironment = await storedCounters([stored.environmentId]);
      const sumOf = (letter: string) =>
        [...ofEnvironment].reduce(
          (sum, [name, count]) => sum + (/ HOUR#\S+ (\S+)/.exec(name)?.[1] === letter ? count : 0),
          0,
        );
      expect([sumOf('c'), sumOf('C')]).toEqual([0, 1]);
      expect(sumOf('v')).toBeGreaterThanOrEqual(100);
      expect(sumOf('b')).toBe(sumOf('v'));
    },
  );

  itInAll(
    'leaves the log of a webhook of the environment to its time, however long it is, and reads nothing of it',
    async () => {
      const caller = await newCaller();
      const form = await storedForm(caller);
      const { owner, webhook } = await storedWebhook(caller);
      const delivery = newDelivery({ owner, receiverId: webhook.id }, eventAt(Date.now(), form.form.id), 'event');
      expect(await scheduleDelivery(delivery, caller.environmentId)).toBe(true);

      await deleteForm(form);
      const { restore, partitions } = queriedPartitions();
      await runPurge(form.form.id, 0);
      restore();
      expect(partitions).toContain(partitionOf('digestEntry', 'pk', { owner, integration: webhook.id }));
      expect(partitions).not.toContain(partitionOf('delivery', 'pk', { owner, webhook: webhook.id }));
      expect((await scan()).filter(item => String(item.event).includes(form.form.id))).toHaveLength(1);
    },
  );

  itInAll(
    'takes a response out of the digests that are still to be sent, and no response of another form',
    async () => {
      const caller = await newCaller();
      const [gone, kept] = [await storedForm(caller), await storedForm(caller)];
      const { owner, webhook } = await storedWebhook(caller);
      const entry = (end: number, { form }: StoredForm) => {
        const key = { owner, integration: webhook.id, end: timeKey(end), response: form.id };
        return { ...keyOf('digestEntry', key), formId: form.id };
      };
      const [sent, open, other] = [entry(Date.now() - hour, gone), entry(Date.now(), gone), entry(Date.now(), kept)];
      await batchPut([sent, open, other]);
      await deleteForm(gone);
      await runPurge(gone.form.id, 0);
      expect((await scan()).filter(({ pk }) => pk === open.pk)).toEqual([sent, other]);
    },
  );
});
