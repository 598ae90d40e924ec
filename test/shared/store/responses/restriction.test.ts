import { isDeepStrictEqual } from 'node:util';
import { beforeAll, expect, it } from '@jest/globals';
import { storedCounters } from '../../../../bench/counting/readers.ts';
import { contentFor } from '../../../../shared/delivery/attempt-integration.ts';
import type { Caller } from '../../../../shared/domain/accounts/caller.ts';
import { dayMs, hourMs } from '../../../../shared/durations.ts';
import { removeUpload } from '../../../../shared/jobs/purges/upload-removal.ts';
import { log } from '../../../../shared/log.ts';
import { archivesOf } from '../../../../shared/store/forms/archives.ts';
import type { StoredForm } from '../../../../shared/store/forms/forms.ts';
import { answersScope } from '../../../../shared/store/keys.ts';
import { isRestricted } from '../../../../shared/store/responses/moved-responses.ts';
import { responsesOfEnvironment, responsesOfForm } from '../../../../shared/store/responses/response-lists.ts';
import { findResponse, getResponse, readItems } from '../../../../shared/store/responses/responses.ts';
import { setRestriction } from '../../../../shared/store/responses/restriction.ts';
import { getClaimedUploadOf, getUpload, uploadKey } from '../../../../shared/store/responses/uploads.ts';
import { itInAll } from '../../../support/in-all.ts';
import { completeVisit, savePartially } from '../../../support/records/completions.ts';
import { oldWithFile, storeAt } from '../../../support/records/old-responses.ts';
import {
  formWithFields,
  newCaller,
  readOf,
  storedForm,
  storedIntegration,
  submit,
} from '../../../support/records/records.ts';
import { keepToRetention, withRetention } from '../../../support/records/retention.ts';
import { countStream } from '../../../support/table/counting.ts';
import { killedAt } from '../../../support/table/killed-at.ts';
import { useKms } from '../../../support/table/kms.ts';
import { useUploads } from '../../../support/table/s3.ts';
import { useTable } from '../../../support/table/table.ts';

useTable({ stream: true });
useUploads();
useKms();
let caller: Caller;
beforeAll(async () => {
  log.setLogLevel('SILENT');
  caller = await newCaller();
});

/** Restricts a response or lifts the restriction, unless that was done. */
async function restrict(stored: StoredForm, id: string, restricts = true) {
  const read = await readOf(stored, { id });
  if (Boolean(read.response.restricted) !== restricts) await setRestriction(read, restricts, []);
}

/** What counters say of a form, without zeros: its totals and hours, and its summary. */
async function counted({ form, environmentId }: StoredForm) {
  const all = await storedCounters([form.id, answersScope(form.id), environmentId]);
  return Object.fromEntries([...all].filter(([, count]) => count !== 0));
}

const idOf = (response: { id: string } | undefined): string => response?.id ?? '';

type Filter = Parameters<typeof responsesOfForm>[2];

async function listed(stored: StoredForm, filter: Filter = {}) {
  const list = await responsesOfForm(caller, stored.form.id, filter);
  const ids: string[] = [];
  for await (const { id } of list?.read({ order: 'desc' }) ?? []) ids.push(id);
  return { ids, total: await list?.count() };
}

itInAll('leaves lists, totals and the summary, and returns to them exactly once, wherever it is killed', async () => {
  for (const restricts of [true, false]) {
    for (let call = 1, wasKilled = true; wasKilled; call++) {
      const stored = await storedForm(caller);
      const first = idOf(await submit(stored));
      const other = idOf(await submit(stored, 'Bob'));
      await countStream();
      const before = await counted(stored);
      if (!restricts) await restrict(stored, first);
      wasKilled = await killedAt(call, () => restrict(stored, first, restricts));
      // Whoever asked for it asks again.
      await restrict(stored, first, restricts);
      await countStream();
      const [inbox, put] = restricts ? [[other], [first]] : [[other, first], []];
      expect(await listed(stored)).toEqual({ ids: inbox, total: inbox.length });
      expect(await listed(stored, { folder: 'restricted' })).toEqual({ ids: put, total: put.length });
      expect(isDeepStrictEqual(await counted(stored), before)).toBe(!restricts);
      await restrict(stored, first, false);
      await countStream();
      expect(await counted(stored)).toEqual(before);
      expect(await listed(stored)).toEqual({ ids: [other, first], total: 2 });
      expect(await listed(stored, { folder: 'restricted' })).toEqual({ ids: [], total: 0 });
    }
  }
});

it('keeps its ID, its place and its content, also when completion has moved it', async () => {
  const stored = await storedForm(caller);
  await savePartially(stored);
  const id = idOf(await completeVisit(stored, Date.now() + hourMs));
  const { updatedAt: _, ...before } = (await readOf(stored, { id })).response;
  await restrict(stored, id);
  expect(await isRestricted(id)).toBe(true);
  expect((await readOf(stored, { id })).response).toMatchObject({ ...before, restricted: true });
  // It is what no receiver, mail or reply gets.
  expect(await getResponse(id, stored)).toBeUndefined();
  expect(await readItems([id])).toHaveLength(1);
  expect((await listed(stored, { folder: 'restricted', status: 'completed' })).ids).toEqual([id]);
  expect((await listed(stored, { folder: 'restricted', status: 'partial' })).ids).toEqual([]);
  expect((await listed(stored, { updatedSince: 0 })).ids).toEqual([]);
  const all = await responsesOfEnvironment(caller, { from: Date.now(), to: Date.now() + dayMs });
  for await (const { formId } of all.read({ order: 'desc' })) expect(formId).not.toBe(stored.form.id);
  await restrict(stored, id, false);
  expect(await isRestricted(id)).toBe(false);
  const { updatedAt: __, ...after } = (await readOf(stored, { id })).response;
  expect(after).toEqual(before);
});

it('is not sent by a delivery that is due already', async () => {
  const stored = await storedForm(caller);
  const integration = await storedIntegration(caller, 'slack', {
    webhookUrl: 'https://hooks.slack.com/services/T/B/X',
  });
  const { id } = await submit(stored);
  const delivery = { event: { responseId: id, timestamp: new Date().toISOString() } };
  expect(await contentFor(integration, delivery as never, stored)).toMatchObject({ responseId: id });
  await restrict(stored, id);
  expect(await contentFor(integration, delivery as never, stored)).toBeUndefined();
});

it('stays when the others are archived, and is removed by nothing', async () => {
  const stored = await storedForm(caller);
  const [old, other] = await storeAt(
    stored,
    [50, 40].map(days => Date.now() - days * dayMs),
  );
  await restrict(stored, old?.id ?? '');
  for (const policy of ['archive', 'delete'] as const) {
    const kept = await withRetention(stored, { days: 30, policy });
    await keepToRetention(kept);
    const { item, response } = await readOf(kept, { id: old?.id ?? '' });
    expect(response).toMatchObject({ answers: { name: 'Ada' }, restricted: true });
    expect([item.ttl, item.duesk]).toEqual([undefined, undefined]);
    expect(await findResponse(other?.id ?? '', kept)).toBeUndefined();
    expect(await archivesOf(stored.form.id)).toMatchObject([{ count: 1 }]);
  }
});

it('keeps its files, which only admins get', async () => {
  const stored = await formWithFields(caller, { fields: [{ id: 'cv', type: 'file' }] });
  const { response, fileId } = await oldWithFile(stored, 50);
  await restrict(stored, response.id);
  const kept = await withRetention(stored, { days: 30, policy: 'delete' });
  await keepToRetention(kept);
  await removeUpload(uploadKey(fileId));
  expect(await getUpload(uploadKey(fileId))).toMatchObject({ state: 'claimed', fileName: 'Ada.pdf' });
  expect(await getClaimedUploadOf({ ...caller, role: 'admin' }, fileId)).toMatchObject({ upload: { fileId } });
  expect(await getClaimedUploadOf({ ...caller, role: 'editor' }, fileId)).toBeUndefined();
});

it('gets its removal time back when the restriction is lifted', async () => {
  const stored = await withRetention(await storedForm(caller), { days: 30, policy: 'delete' });
  const { id } = await submit(stored);
  const { ttl } = (await readOf(stored, { id })).item;
  expect(ttl).toBeGreaterThan(0);
  await restrict(stored, id);
  expect((await readOf(stored, { id })).item.ttl).toBeUndefined();
  await restrict(stored, id, false);
  expect((await readOf(stored, { id })).item.ttl).toBe(ttl);
});

it('changes nothing of a response that was changed since it was read', async () => {
  const stored = await storedForm(caller);
  const { id } = await submit(stored);
  const read = await readOf(stored, { id });
  const both = await Promise.all([setRestriction(read, true, []), setRestriction(read, true, [])]);
  expect(both.filter(Boolean)).toHaveLength(1);
  expect(await readItems([id])).toHaveLength(1);
});
