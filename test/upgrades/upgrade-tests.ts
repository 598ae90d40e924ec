import { beforeAll, expect, it } from '@jest/globals';
import { answer, type Handler, type ProxyRequest, proxyEvent } from '../../bench/invoke.ts';
import { handler as updateForm } from '../../functions/forms/update-form.ts';
import { handler as createSubmission } from '../../functions/submissions/create-submission.ts';
import { hashOfKey } from '../../shared/domain/accounts/api-key.ts';
import type { Caller } from '../../shared/domain/accounts/caller.ts';
import { localDaysTo } from '../../shared/domain/time/local-days.ts';
import { hourMs, minuteMs } from '../../shared/durations.ts';
import { runExport } from '../../shared/jobs/exports/run-export.ts';
import { startExport } from '../../shared/jobs/exports/start-export.ts';
import { apiKeyByHash } from '../../shared/store/accounts/api-key-lookup.ts';
import { countForms, readForms } from '../../shared/store/forms/form-lists.ts';
import { getForm, replaceForm, type StoredForm } from '../../shared/store/forms/forms.ts';
import { readDayCounts } from '../../shared/store/responses/analytics.ts';
import { exportStore } from '../../shared/store/responses/exports.ts';
import {
  type ResponseList,
  responsesOfEnvironment,
  responsesOfForm,
} from '../../shared/store/responses/response-lists.ts';
import { deleteResponse, getResponseOf, replaceResponse } from '../../shared/store/responses/responses.ts';
import { openResponse } from '../../shared/store/responses/sealed-answers.ts';
import { updateItem } from '../../shared/store/table.ts';
import { setStatus } from '../support/records/completions.ts';
import { submit } from '../support/records/records.ts';
import { itemsWith, newRequest, runToEnd } from '../support/table/data-subjects.ts';
import { useUploads } from '../support/table/s3.ts';
import { readRecorded, useRecorded } from './recorded-table.ts';

async function all(list: ResponseList | undefined) {
  const found = [];
  for await (const response of list?.read({ order: 'desc' }) ?? []) found.push(response);
  return found;
}

/**
 * Tests the table that a release has left under today's code: its records are read, listed, counted, reported, exported, changed, deleted
 * and erased.
 *
 * @param upgradeByHand what the changelog asks of the operator
 */
export function testUpgradeFrom(version: string, upgradeByHand?: () => Promise<unknown>): void {
  const recorded = readRecorded(version);
  useRecorded(recorded);
  useUploads();
  process.env.UPLOAD_BYTES_MAX = '10485760';
  if (upgradeByHand) beforeAll(upgradeByHand);

  async function caller(): Promise<Caller> {
    const key = await apiKeyByHash(hashOfKey(recorded.secretKey));
    if (!key) throw new Error('The key of before is unknown');
    const { id, organizationId, environmentId, environment } = key;
    return { kind: 'secretKey', id, role: 'owner', organizationId, environmentId, environment };
  }
  const form = async () => (await getForm(recorded.form)) as StoredForm;

  /** What a handler answers to a request with the secret key of before. */
  async function call(handler: unknown, { headers = {}, ...request }: Partial<ProxyRequest>) {
    const authorization = `Bearer ${recorded.secretKey}`;
    const all = { 'content-type': 'application/json', ...headers, authorization };
    const { status, body } = await answer(handler as Handler, proxyEvent({ ...request, headers: all }));
    return { status, body: JSON.parse(body) };
  }

  it('is read as it was: forms, and responses with their answers, in lists and by their ids', async () => {
    const asOwner = await caller();
    const ids: string[] = [];
    for await (const each of readForms(asOwner.environmentId, { order: 'asc' })) ids.push(each.form.id);
    expect(ids).toHaveLength(recorded.forms);
    expect(await countForms(asOwner.environmentId)).toBe(recorded.forms);
    const list = await responsesOfForm(asOwner, recorded.form, {});
    const listed = await all(list);
    expect(listed.map(({ id, status, answers }) => ({ id, status, answers }))).toEqual(
      recorded.responses.map(({ id, status, answers }) => ({ id, status, answers })),
    );
    expect(await list?.count()).toBe(recorded.responses.length);
    expect(await (await responsesOfEnvironment(asOwner, {})).count()).toBe(recorded.responses.length);
    for (const { id, notes } of recorded.responses) {
      expect((await getResponseOf(asOwner, id))?.response.notes).toEqual(notes);
    }
    const sealed = listed.find(({ answers }) => answers.name === 'Ada');
    const read = sealed && (await getResponseOf(asOwner, sealed.id));
    const opened = read && (await openResponse(read.storedForm, read.response));
    expect(opened?.answers.iban).toBe('DE02120300000000202051');
  });

  it('still saves what visitors type and keeps what they abandon, which new forms do not', async () => {
    expect((await form()).form).toMatchObject({ ui: { partialSaves: 'on' }, retention: { partialDays: 0 } });
    const stored = await form();
    expect(await replaceForm(stored, { ...stored.form, ui: { partialSaves: 'off' } })).toBe(true);
    expect((await form()).form.ui).toEqual({ partialSaves: 'off' });
    expect(await replaceForm(await form(), stored.form)).toBe(true);
  });

  it('is found by its changes', async () => {
    const asOwner = await caller();
    const since = Date.parse(recorded.recordedAt) - 60 * minuteMs;
    const changed = await all(await responsesOfForm(asOwner, recorded.form, { updatedSince: since }));
    expect(changed.map(({ id }) => id).sort()).toEqual(recorded.responses.map(({ id }) => id).sort());
  });

  it('is reported as it was counted', async () => {
    const { environmentId } = await caller();
    const { views, starts, submissions, partial, abandoned, spamBlocked } = recorded.totals;
    const counted = { views, starts, submissions, partial, abandoned, spamBlocked };
    expect(views).toBeGreaterThanOrEqual(30);
    const days = localDaysTo(recorded.recordedAt.slice(0, 10), 1, 'UTC');
    for (const scope of [recorded.form, environmentId]) {
      expect(await readDayCounts(scope, days)).toEqual([expect.objectContaining(counted)]);
    }
  });

  it('answers a request that is sent again as it did', async () => {
    const again = await call(createSubmission, {
      pathParameters: { formId: recorded.form },
      headers: { 'idempotency-key': 'recorded-key' },
      body: { name: 'Once', email: 'once@example.com' },
    });
    expect(again).toMatchObject({ status: 201, body: { id: recorded.once, answers: { name: 'Once' } } });
  });

  it('lets a form whose settings would be refused today be changed elsewhere', async () => {
    const stored = await form();
    // A name that a field has.
    const spamProtection = { honeypot: { enabled: true, fieldName: 'name' } };
    expect(await replaceForm(stored, { ...stored.form, spamProtection })).toBe(true);
    const change = (body: object) => call(updateForm, { pathParameters: { id: recorded.form }, body });
    expect(await change({ title: 'Renamed' })).toMatchObject({ status: 200, body: { title: 'Renamed' } });
    const other = { honeypot: { fieldName: 'email' } };
    expect((await change({ spamProtection: other })).status).toBe(400);
    expect(await replaceForm(await form(), stored.form)).toBe(true);
  });

  it('is exported', async () => {
    const asOwner = await caller();
    const request = { options: { format: 'jsonl', formId: recorded.form }, times: {} } as const;
    const { id } = await startExport(request, { caller: asOwner, action: 'responses.export_requested' });
    const key = exportStore.key(id);
    await updateItem(key, { set: { createdAt: new Date(Date.now() - hourMs).toISOString() } });
    for (let runs = 0; runs < 5; runs++) await runExport(key, Date.now() + hourMs);
    expect(await exportStore.get(key)).toMatchObject({ state: 'done', rows: recorded.responses.length });
  });

  it('leaves each response in its place, and moves one that is completed from now on', async () => {
    const asOwner = await caller();
    const list = () => responsesOfForm(asOwner, recorded.form, {});
    const listed = await all(await list());
    expect(listed.map(({ id, submittedAt }) => [id, submittedAt])).toEqual(
      recorded.responses.map(({ id, submittedAt }) => [id, submittedAt]),
    );
    expect(listed.map(({ startedAt }) => startedAt)).toEqual(listed.map(({ submittedAt }) => submittedAt));
    const partial = listed.find(({ id }) => id === recorded.partial);
    if (!partial) throw new Error('The partial response of before is gone');
    const completed = await setStatus(await form(), partial);
    expect(completed).toMatchObject({ id: partial.id, startedAt: partial.startedAt });
    expect((await all(await list())).map(({ id }) => id)).toEqual([
      partial.id,
      ...listed.map(({ id }) => id).filter(id => id !== partial.id),
    ]);
    expect(await (await list())?.count()).toBe(recorded.responses.length);
    expect((await getResponseOf(asOwner, partial.id))?.response.submittedAt).toBe(completed?.submittedAt);
  });

  it('takes submissions, changes and deletions', async () => {
    const asOwner = await caller();
    const stored = await form();
    const { id } = await submit(stored, 'New');
    const list = () => responsesOfForm(asOwner, recorded.form, {});
    expect((await all(await list()))[0]?.id).toBe(id);
    const read = await getResponseOf(asOwner, recorded.first);
    if (!read) throw new Error('The response of before is gone');
    const response = await openResponse(read.storedForm, read.response);
    expect(await replaceResponse(read, { ...response, answers: { name: 'Changed' } })).toBe(true);
    const changed = await getResponseOf(asOwner, recorded.first);
    expect(changed && (await deleteResponse(changed))).toBe(true);
    expect(await replaceForm(stored, { ...stored.form, title: 'Renamed' })).toBe(true);
    expect((await form()).form.title).toBe('Renamed');
    expect((await all(await list())).map(each => each.id)).not.toContain(recorded.first);
  });

  it('is rid of a person', async () => {
    expect((await itemsWith(recorded.once.slice(4, 30))).length).toBeGreaterThan(0);
    const request = await newRequest(await caller(), 'erase', { email: 'once@example.com' });
    expect(await runToEnd(request)).toMatchObject({
      state: 'done',
      forms: { [recorded.form]: { found: 1, erased: 1 } },
    });
    expect(await itemsWith('once@example.com')).toEqual([]);
    expect(await itemsWith(recorded.once.slice(4, 30))).toEqual([]);
  });
}
