import { describe, expect, it } from '@jest/globals';
import { signUpload } from '../../../../shared/aws/s3/file-urls.ts';
import { storedBytes } from '../../../../shared/aws/s3/files.ts';
import type { Caller } from '../../../../shared/domain/accounts/caller.ts';
import type { Response } from '../../../../shared/domain/responses/response.ts';
import { newFileId } from '../../../../shared/ids.ts';
import { abandonInactive } from '../../../../shared/jobs/abandonment.ts';
import { removeUpload } from '../../../../shared/jobs/purges/upload-removal.ts';
import { keepRetention } from '../../../../shared/jobs/retention/keep-retention.ts';
import { archivesOf } from '../../../../shared/store/forms/archives.ts';
import { addShards, deleteForm, getForm, type StoredForm } from '../../../../shared/store/forms/forms.ts';
import { getRetention, isRetentionKey } from '../../../../shared/store/forms/retention.ts';
import { dueParts, type Key } from '../../../../shared/store/keys.ts';
import { pointerKey } from '../../../../shared/store/responses/moved-responses.ts';
import { responsesOfEnvironment, responsesOfForm } from '../../../../shared/store/responses/response-lists.ts';
import { getResponse, getResponseOf, itemOf, responseKey } from '../../../../shared/store/responses/responses.ts';
import {
  claimFileWrite,
  getClaimedUploadOf,
  getUpload,
  putUpload,
  uploadKey,
} from '../../../../shared/store/responses/uploads.ts';
import { batchPut, getItem, writeIfUnchanged } from '../../../../shared/store/table.ts';
import { itInAll } from '../../../support/in-all.ts';
import { setStatus } from '../../../support/records/completions.ts';
import { responseAt, storeAt } from '../../../support/records/old-responses.ts';
import { formWithFields, newCaller, storedForm, submit } from '../../../support/records/records.ts';
import { withRetention } from '../../../support/records/retention.ts';
import { countStream } from '../../../support/table/counting.ts';
import { readDue } from '../../../support/table/due-items.ts';
import { useUploads } from '../../../support/table/s3.ts';
import { useTable } from '../../../support/table/table.ts';

const day = 24 * 3600_000;
const hour = 3600_000;

async function dueOf(stored: StoredForm): Promise<(Key & { time: number }) | undefined> {
  for await (const { pk, sk, duesk } of readDue(Date.now() + 100 * day)) {
    if (isRetentionKey({ pk, sk }) && sk === stored.form.id) return { pk, sk, time: dueParts(duesk).time };
  }
  return undefined;
}

/** Carries the work out until it rests for a day, or is done; the first runs are killed: without time, or twice at once. */
async function keep(stored: StoredForm, kills = 0): Promise<void> {
  for (let runs = 0; runs < 30; runs++) {
    const due = await dueOf(stored);
    if (!due || due.time > Date.now() + 2 * hour) return;
    const deadline = runs < kills ? Date.now() + runs * 5 : Date.now() + hour;
    await Promise.all([keepRetention(due, deadline), keepRetention(due, deadline)]);
  }
  throw new Error('The work does not end');
}

const ttlOf = async ({ id }: Response): Promise<unknown> => (await getItem(responseKey(id)))?.ttl;
const seconds = (time: number): number => Math.ceil(time / 1000);

async function visible(caller: Caller, { form }: StoredForm, status?: Response['status']) {
  const lists = [await responsesOfForm(caller, form.id, { status }), await responsesOfEnvironment(caller, { status })];
  return Promise.all(
    lists.map(async list => {
      const ids: string[] = [];
      for await (const { id } of list?.read({ order: 'asc' }) ?? []) ids.push(id);
      return { ids, total: await list?.count() };
    }),
  );
}

describe('the retention of responses', () => {
  useTable({ stream: true });
  useUploads();

  const now = Date.now();

  itInAll('bounds every read at once, exactly, whatever is counted and removed by then', async () => {
    const caller = await newCaller();
    const stored = await storedForm(caller);
    const old = await storeAt(stored, [now - 90 * day, now - 10 * day - hour, now - 10 * day - 60_000]);
    const young = await storeAt(stored, [now - 10 * day + 5 * 60_000, now - 9 * day, now - hour]);
    const kept = await storeAt(await storedForm(caller), [now - 100 * day]);
    for (const isCounted of [false, true]) {
      if (isCounted) await countStream();
      const ids = young.map(({ id }) => id);
      const form = await withRetention(stored, { days: 10 });
      const inForm = { ids, total: 3 };
      const inAll = { ids: [...kept.map(({ id }) => id), ...ids], total: 4 };
      expect(await visible(caller, form)).toEqual([inForm, inAll]);
      expect(await visible(caller, form, 'completed')).toEqual([inForm, inAll]);
      expect(await visible(caller, form, 'partial')).toEqual([
        { ids: [], total: 0 },
        { ids: [], total: 0 },
      ]);
      for (const { id } of old) {
        expect([await getResponse(id, form), await getResponseOf(caller, id)]).toEqual([undefined, undefined]);
      }
      expect(await getResponse(ids[0] ?? '', form)).toBeDefined();
    }
  });

  it('says of each response when it goes, of those that were there before too, killed and run twice', async () => {
    const stored = await storedForm(await newCaller());
    await addShards(stored);
    const before = await storeAt({ ...stored, shards: 4 }, [now - 40 * day, now - 20 * day, now - day, now - hour]);
    const form = await withRetention(stored, { days: 30 });
    const later = await submit(form);
    expect(await ttlOf(later)).toBe(seconds(Date.parse(later.submittedAt) + 31 * day));
    await keep(form, 5);
    const [expired, ...others] = before;
    expect(await ttlOf(expired as Response)).toBeLessThanOrEqual(seconds(Date.now()));
    for (const response of others) {
      expect(await ttlOf(response)).toBe(seconds(Date.parse(response.submittedAt) + 31 * day));
    }
    expect((await dueOf(form))?.time).toBeGreaterThan(Date.now() + 23 * hour);
  });

  it('removes abandoned responses of before sooner or later, once the form says when', async () => {
    const stored = await withRetention(await storedForm(await newCaller()), { partialDays: 0 });
    const { id } = await submit(stored, 'Ada', 'partial');
    await abandonInactive(responseKey(id), Date.now() + day);
    const due = async () => {
      const item = await getItem(responseKey(id));
      return item?.duesk && dueParts(String(item.duesk)).time - Date.parse(String(item.updatedAt));
    };
    expect(await due()).toBeUndefined();
    for (const partialDays of [60, 7]) {
      const form = await withRetention(stored, { partialDays });
      await keep(form);
      expect(await due()).toBe(partialDays * day);
    }
  });

  it('counts from the completion, for a response, its file and what leads to it', async () => {
    const caller = await newCaller();
    const stored = await withRetention(await formWithFields(caller, { fields: [{ id: 'cv', type: 'file' }] }), {
      days: 30,
    });
    const fileId = newFileId(stored.form.id, Date.now());
    const upload = { fileId, formId: stored.form.id, environmentId: stored.environmentId, fieldId: 'cv' };
    await putUpload({ ...upload, fileName: 'cv.txt', contentType: 'text/plain', size: 5 });
    const partial = responseAt(stored, now - 35 * day, { status: 'partial', answers: { cv: fileId } });
    await batchPut([itemOf(partial, stored.environmentId)]);
    await writeIfUnchanged([claimFileWrite({ ...upload, state: 'signed' } as never, partial.id, stored)]);
    await setStatus(
      { ...stored, form: { ...stored.form, retention: undefined } },
      partial,
      'completed',
      now - 20 * day,
    );
    expect(await visible(caller, stored)).toEqual(Array(2).fill({ ids: [partial.id], total: 1 }));
    expect(await getClaimedUploadOf(caller, fileId)).toBeDefined();
    await keep(stored, 2);
    const removal = now - 20 * day + 31 * day;
    const item = (await getResponse(partial.id, stored))?.item;
    expect([item?.ttl, (await getItem(pointerKey(partial.id)))?.ttl]).toEqual(Array(2).fill(seconds(removal)));
    await removeUpload(uploadKey(fileId));
    expect(dueParts(String((await getItem(uploadKey(fileId)))?.duesk)).time).toBe(removal);
    expect((await getUpload(uploadKey(fileId)))?.state).toBe('claimed');
  });

  it('follows its days up and down, and away: what had expired stays so, all else is kept', async () => {
    const caller = await newCaller();
    const stored = await storedForm(caller);
    const [expired, kept] = (await storeAt(stored, [now - 40 * day, now - 20 * day])) as [Response, Response];
    await keep(await withRetention(stored, { days: 30 }));
    await keep(await withRetention(stored, { days: 365 }), 3);
    expect(await ttlOf(kept)).toBe(seconds(Date.parse(kept.submittedAt) + 366 * day));
    expect(await ttlOf(expired)).toBeLessThanOrEqual(seconds(Date.now()));
    expect(await visible(caller, stored)).toEqual(Array(2).fill({ ids: [kept.id], total: 1 }));
    await keep(await withRetention(stored, { days: 365, policy: 'archive' }));
    expect((await archivesOf(stored.form.id)).map(({ count }) => count)).toEqual([1]);
    expect(await ttlOf(kept)).toBeUndefined();
    await keep(await withRetention(stored, { days: 365, policy: 'delete' }));
    await keep(await withRetention(stored, undefined), 3);
    expect(await ttlOf(kept)).toBeUndefined();
    await keepRetention((await dueOf(stored)) as Key, Date.now() + hour);
    expect([await getItem(responseKey(expired.id)), await dueOf(stored)]).toEqual([undefined, undefined]);
    expect(await visible(caller, stored)).toEqual(Array(2).fill({ ids: [kept.id], total: 1 }));
    expect(await ttlOf(await submit((await getForm(stored.form.id)) as StoredForm))).toBeUndefined();
  });

  it('removes itself what DynamoDB has left for days, and nothing younger', async () => {
    const stored = await storedForm(await newCaller());
    const form = await withRetention(stored, { days: 10 });
    await keep(form);
    const [left, waits, kept] = await storeAt(form, [now - 16 * day, now - 12 * day, now - day]);
    const due = await dueOf(form);
    await keepRetention(due as Key, Date.now() + hour);
    const rows = await Promise.all([left, waits, kept].map(each => getItem(responseKey(each?.id ?? ''))));
    expect(rows.map(row => row?.sk !== undefined)).toEqual([false, true, true]);
    expect((await getRetention(due as Key))?.cleanUntil).toBeGreaterThan(now - 16 * day);
  });

  it('ends with its form', async () => {
    const form = await withRetention(await storedForm(await newCaller()), { days: 10 });
    const due = (await dueOf(form)) as Key;
    expect(await deleteForm(form)).toBe(true);
    expect([await dueOf(form), await getRetention(due)]).toEqual([undefined, undefined]);
    await keepRetention(due, Date.now() + hour);
  });

  describe('with files', () => {
    async function withFile(caller: Caller, age: number) {
      const stored = await formWithFields(caller, { fields: [{ id: 'cv', type: 'file' }] });
      const { environmentId } = stored;
      const fileId = newFileId(stored.form.id, now - 2 * day);
      const details = { fieldId: 'cv', fileName: 'Ada.txt', contentType: 'text/plain', size: 5 };
      const upload = { fileId, formId: stored.form.id, environmentId, ...details };
      await putUpload(upload);
      const { url, headers } = await signUpload(upload, 300);
      await fetch(url, { method: 'PUT', body: 'hello', headers });
      const [response] = await storeAt(stored, [now - age]);
      const claimed = { ...upload, state: 'claimed' as const };
      await writeIfUnchanged([claimFileWrite(claimed, response?.id ?? '', stored)]);
      return { stored, fileId, key: uploadKey(fileId), bytes: () => storedBytes(upload) };
    }

    const isDue = async (key: Key): Promise<boolean> => (await getItem(key))?.duesk !== undefined;

    it('hides them with their response at once, and removes them when it goes', async () => {
      const caller = await newCaller();
      const { stored, fileId, key, bytes } = await withFile(caller, 20 * day);
      await removeUpload(key);
      expect([await isDue(key), await getClaimedUploadOf(caller, fileId)]).toMatchObject([
        false,
        { upload: { fileId } },
      ]);
      await keep(await withRetention(stored, { days: 10 }));
      expect([await getClaimedUploadOf(caller, fileId), await isDue(key), await bytes()]).toEqual([undefined, true, 5]);
      await Promise.all([removeUpload(key), removeUpload(key)]);
      expect([await bytes(), await getUpload(key)]).toEqual([undefined, undefined]);
    });

    it('keeps them as long as their response, whatever message comes early', async () => {
      const caller = await newCaller();
      const { stored, fileId, key, bytes } = await withFile(caller, 20 * day);
      await keep(await withRetention(stored, { days: 30 }));
      expect(await isDue(key)).toBe(true);
      await removeUpload(key);
      expect([await bytes(), await isDue(key)]).toEqual([5, true]);
      await keep(await withRetention(stored, { days: 30, policy: 'archive' }), 2);
      expect([await bytes(), await isDue(key)]).toEqual([5, false]);
      expect(await getClaimedUploadOf(caller, fileId)).toMatchObject({ upload: { fileId } });
    });
  });
});
