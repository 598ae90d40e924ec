import { randomUUID } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import type { Json } from '../support/cloud/http.ts';
import { itLocally, itLocallyInAll, startedService } from '../support/cloud/service.ts';
import { changeItem, itemsThatName, oldResponses } from '../support/cloud/stored-items.ts';
import { eventually } from '../support/eventually.ts';
import { fileForm, objectsThatName, uploaded } from '../support/records/files.ts';
import { newForm, submit } from '../support/records/forms.ts';
import { expectFaults, expectRefusal } from '../support/refusals.ts';
import { unzipped } from '../support/workbook.ts';

const service = startedService();
const secret = service.client('secretKey');
const browser = service.client('publishableKey');

const fields = [...fileForm.fields, { id: 'email', type: 'email' }];

async function ask(operation: 'exportDataSubject' | 'eraseDataSubject', body: object): Promise<Json> {
  const reply = await secret(operation, { body });
  expect(reply).toMatchObject({ status: 202, body: { state: 'queued', found: 0, erased: 0, file: null } });
  return reply.body;
}

const read = async (id: string): Promise<Json> => (await secret('getDataSubjectRequest', { params: { id } })).body;

/** The request once it has ended, without the minute that an erasure waits. */
async function ended(id: string): Promise<Json> {
  return eventually(async () => {
    const key = { pk: `SUBJECT#${id}`, sk: 'SUBJECT' };
    if ((await read(id)).state === 'running') await changeItem(service.cloud(), key, { notBefore: 0 });
    await service.hasten('SUBJECT#');
    const request = await read(id);
    expect(request).toMatchObject({ state: 'done' });
    return request;
  });
}

describe('a request of a data subject', () => {
  itLocally('exports and erases a person, to the last trace', async () => {
    const name = `ada-${randomUUID()}`;
    const email = `${name}@example.com`;
    const { id: formId } = await newForm(secret, { ...fileForm, fields });
    const cv = await uploaded(browser, formId, { fileName: `${name}.pdf` });
    const headers = { 'x-session-id': randomUUID(), 'idempotency-key': randomUUID() };
    const theirs = await submit(browser, formId, { name, email, cv }, { headers });
    const other = await submit(browser, formId, { name: 'Grace', email: 'grace@example.org' });

    await secret('updateResponse', { params: { id: theirs.id }, body: { restricted: true } });
    const exported = await ended((await ask('exportDataSubject', { email: email.toUpperCase() })).id);
    expect(exported).toMatchObject({
      subject: { email: 'a***@e***.com' },
      ...{ found: 1, erased: 0, forms: [{ formId, found: 1, erased: 0 }], file: { files: 1 } },
    });
    const file = await fetch(exported.download.url);
    expect(file.headers.get('content-disposition')).toBe(`attachment; filename="${exported.id}.json"`);
    const found = { id: theirs.id, restricted: true, answers: { name, email, cv } };
    expect(await file.json()).toMatchObject({ responses: [found] });
    expect(exported.downloads).toMatchObject([
      { format: 'zip', files: 1 },
      { format: 'json', bytes: exported.file.bytes, url: expect.stringContaining('.json?') },
    ]);
    const archive = unzipped(await (await fetch(exported.downloads[0].url)).bytes());
    expect(archive.get('index.html')).toContain(name);
    expect(archive.get('data.json')).toContain(theirs.id);
    expect(archive.get(`files/0001-${name}.pdf`)).toBe('My life so far');
    await changeItem(service.cloud(), { pk: `SUBJECT#${exported.id}`, sk: 'SUBJECT' }, { zip: null });
    // Exports from before 0.3.0 have no archive.
    expect((await read(exported.id)).downloads).toMatchObject([{ format: 'json' }]);
    const files = await secret('listDataSubjectFiles', { params: { id: exported.id } });
    expect(files.body).toMatchObject({ total: 1, items: [{ id: cv, responseId: theirs.id, name: `${name}.pdf` }] });
    expect(await (await fetch(files.body.items[0].url)).text()).toBe('My life so far');

    const erased = await ended((await ask('eraseDataSubject', { email })).id);
    expect(erased).toMatchObject({ found: 1, erased: 1, file: null, download: null });
    expectRefusal(await secret('getResponse', { params: { id: theirs.id } }), 404, 'not_found');
    expect((await secret('getResponse', { params: { id: other.id } })).status).toBe(200);
    await eventually(async () => expect(await objectsThatName(service.cloud(), cv)).toEqual([]));
    expect(await objectsThatName(service.cloud(), exported.id)).toEqual([]);
    expect(await itemsThatName(service.cloud(), name)).toEqual([]);
    expect((await read(exported.id)).download).toBeNull();
    const list = (await secret('listDataSubjectRequests', { query: { limit: 2 } })).body;
    expect(list.items.map(({ id }: Json) => id)).toEqual([erased.id, exported.id]);
    expect(JSON.stringify(list)).not.toContain(name);
  });

  itLocallyInAll('reaches into archives', async () => {
    const email = `${randomUUID()}@example.com`;
    const form = await newForm(secret, { ...fileForm, fields });
    const [theirs] = await oldResponses(service.cloud(), form, [40], { name: 'Ada', email });
    const [other] = await oldResponses(service.cloud(), form, [41]);
    const retention = { days: 30, policy: 'archive' };
    await secret('updateForm', { params: { id: form.id }, body: { retention } });
    const archives = async () => (await secret('listArchives', { params: { id: form.id } })).body.items;
    const contents = async () => {
      const links: Json[] = await archives();
      const bodies = links.map(async ({ url }) => gunzipSync(await (await fetch(url)).bytes()).toString());
      return (await Promise.all(bodies)).join('');
    };
    await eventually(async () => {
      await service.hasten('RETENTION#');
      expect((await itemsThatName(service.cloud(), `"RESPONSES#${form.id}`)).length).toBe(0);
      expect(await contents()).toContain(email);
    });

    const exported = await ended((await ask('exportDataSubject', { email })).id);
    expect(exported).toMatchObject({ found: 1, archived: 1, forms: [{ formId: form.id, archived: 1 }] });
    const file = await (await fetch(exported.download.url)).json();
    expect(file).toMatchObject({ responses: [{ id: theirs?.id, answers: { email } }] });
    const erased = await ended((await ask('eraseDataSubject', { email })).id);
    expect(erased).toMatchObject({ found: 1, archived: 1, erased: 1 });
    const left = await contents();
    expect({ theirs: left.includes(email), other: left.includes(other?.id) }).toEqual({ theirs: false, other: true });
    expect((await archives()).map(({ count }: Json) => count)).toEqual([1]);
  });

  it('is in the audit trail, and does not say there whom it is about', async () => {
    await newForm(secret, { fields: [{ id: 'customer', type: 'text', identifies: true }] });
    const { id } = await ask('eraseDataSubject', { fieldId: 'customer', value: `secret-${randomUUID()}` });
    const { text, body } = await secret('listAuditEvents', { query: { subject_id: id } });
    expect(body.items).toMatchObject([{ action: 'data_subject.erasure_requested', environment: 'production' }]);
    expect(text).not.toContain('secret-');
  });

  it('names the person in one way', async () => {
    for (const body of [{}, { email: 'a@example.com', fieldId: 'x', value: 1 }, { fieldId: 'x' }]) {
      expectFaults(await secret('eraseDataSubject', { body }), 'email oneOf');
    }
    expectFaults(await secret('eraseDataSubject', { body: { email: 'ada' } }), 'email email');
  });

  it('takes only a field that names a person', async () => {
    const { id } = await newForm(secret, {
      fields: [
        { id: 'town', type: 'text' },
        { id: 'mail', type: 'email' },
      ],
    });
    const value = 'Leeds';
    for (const operation of ['exportDataSubject', 'eraseDataSubject'] as const) {
      expectFaults(await secret(operation, { body: { fieldId: 'town', value } }), 'fieldId identifies');
    }
    await ask('exportDataSubject', { fieldId: 'mail', value: 'nobody@example.com' });
    await secret('updateForm', { params: { id }, body: { fields: [{ id: 'name', type: 'text' }] } });
    await ask('exportDataSubject', { fieldId: 'mail', value: 'nobody@example.com' });
  });

  it('has masked answers whole only for an owner’s session, as an event of its own', async () => {
    const body = { email: 'nobody@example.com', includeMasked: true };
    expectRefusal(await secret('exportDataSubject', { body }), 403, 'insufficient_permission');
    expectRefusal(await service.session('admin')('exportDataSubject', { body }), 403, 'insufficient_permission');
    const { body: request } = await service.session('owner')('exportDataSubject', { body });
    const trail = await secret('listAuditEvents', { query: { subject_id: request.id } });
    expect(trail.body.items.map(({ action }: Json) => action).sort()).toEqual([
      'data_subject.export_requested',
      'data_subject.masked_exported',
    ]);
  });

  itLocallyInAll('over all environments is for sessions, and each key reads its own part alone', async () => {
    const email = `${randomUUID()}@example.com`;
    const { id: formId } = await newForm(secret, { fields: [{ id: 'email', type: 'email' }] });
    const { id: responseId } = await submit(browser, formId, { email });
    const body = { email, environments: 'all' };
    for (const operation of ['searchDataSubject', 'exportDataSubject', 'eraseDataSubject'] as const) {
      expectRefusal(await secret(operation, { body }), 403, 'insufficient_permission');
    }
    const admin = service.session('admin');
    const search = (await admin('searchDataSubject', { body })).body;
    const [own, ...others]: Json[] = search.environments;
    expect(own).toMatchObject({ id: search.id, environment: 'production' });
    const parts = Object.fromEntries(others.map(({ environment, id }: Json) => [environment, id]));
    const inStaging = service.client('secretKey', 'staging');
    expectRefusal(await inStaging('getDataSubjectRequest', { params: { id: search.id } }), 404, 'not_found');
    expectRefusal(await inStaging('listDataSubjectHits', { params: { id: search.id } }), 404, 'not_found');
    const part = await inStaging('getDataSubjectRequest', { params: { id: parts.staging } });
    expect(part.body).toMatchObject({ environment: 'staging', environments: null });
    await eventually(async () => {
      await service.hasten('SUBJECT#');
      const { environments } = (await admin('getDataSubjectRequest', { params: { id: search.id } })).body;
      expect(environments.map(({ state }: Json) => state)).toEqual(['done', 'done', 'done']);
    });
    const hits = (await admin('listDataSubjectHits', { params: { id: search.id } })).body;
    expect(hits).toMatchObject({
      total: 1,
      items: [{ id: responseId, kind: 'named', formId, fields: [{ id: 'email' }], archived: false }],
    });
    expect(JSON.stringify(hits)).not.toContain(email);
    const none = await admin('listDataSubjectHits', { params: { id: search.id }, query: { kind: 'accounts' } });
    expect(none.body).toMatchObject({ total: 0, items: [] });
    // The key of staging cannot start from what was found in production, nor a key of production reach the others.
    const start = { searchId: search.id, except: [{ responseId, reason: 'A contact' }] };
    expectFaults(await inStaging('eraseDataSubject', { body: start }), 'searchId unknown');
    expectRefusal(
      await secret('eraseDataSubject', { body: { ...start, environments: 'all' } }),
      403,
      'insufficient_permission',
    );
    const erasure = (await admin('eraseDataSubject', { body: { ...start, environments: 'all' } })).body;
    expect(erasure).toMatchObject({ searchId: search.id, except: [{ responseId, reason: 'A contact' }] });
    expect(erasure.environments).toHaveLength(3);
    const trail = await secret('listAuditEvents', { query: { subject_id: erasure.id } });
    expect(trail.body.items).toMatchObject([{ exceptions: [{ responseId, reason: 'A contact' }] }]);
  });

  it('is of one environment: a key cannot ask in another, nor read what was asked there', async () => {
    const body = { environment: 'staging', email: 'ada@example.com' };
    expectRefusal(await secret('exportDataSubject', { body }), 403, 'environment_mismatch');
    const { id } = await ask('exportDataSubject', { email: 'nobody@example.com' });
    const inStaging = service.client('secretKey', 'staging');
    expectRefusal(await inStaging('getDataSubjectRequest', { params: { id } }), 404, 'not_found');
  });
});
