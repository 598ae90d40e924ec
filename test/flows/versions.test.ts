import { describe, expect, it } from '@jest/globals';
import { versionsMax } from '../../shared/store/forms/versions.ts';
import type { Client } from '../support/cloud/client.ts';
import type { Json, Reply } from '../support/cloud/http.ts';
import { startedService } from '../support/cloud/service.ts';
import { itInAll } from '../support/in-all.ts';
import { newForm } from '../support/records/forms.ts';
import { expectRefusal } from '../support/refusals.ts';

const service = startedService();
const secret = service.client('secretKey');

const field = (id: string, label = id) => ({ id, type: 'text', label });
const accepted = ({ status, body, ...reply }: Reply) => {
  expect({ status, body }).toMatchObject({ status: 200 });
  return { ...reply, status, body };
};
const draftOf = async (id: string) => accepted(await secret('getDraftVersion', { params: { id } }));
const save = (id: string, body: object, ifMatch?: string, client: Client = secret) =>
  client('updateDraftVersion', { params: { id }, body, ...(ifMatch && { headers: { 'if-match': ifMatch } }) });
const saved = async (id: string, body: object, ifMatch?: string) => accepted(await save(id, body, ifMatch));
const publish = (id: string, body?: object, ifMatch?: string) =>
  secret('publishVersion', {
    params: { id },
    ...(body && { body }),
    ...(ifMatch && { headers: { 'if-match': ifMatch } }),
  });
const formOf = async (id: string) => accepted(await secret('getForm', { params: { id } })).body;
const update = async (id: string, body: object) => accepted(await secret('updateForm', { params: { id }, body }));
const versionsOf = async (id: string): Promise<Json[]> =>
  accepted(await secret('listVersions', { params: { id } })).body.items;
const etagOf = ({ headers }: { headers: Reply['headers'] }) => String(headers.etag);

describe('a draft', () => {
  it('is what the form has, until it is saved, incomplete or not; visitors see none of it', async () => {
    const form = await newForm(secret, { retention: { days: 30 } });
    const before = (await draftOf(form.id)).body;
    expect(before).toEqual({
      ...{ formId: form.id, isChanged: false, conflicts: [], savedAt: null, savedBy: null },
      ...{ title: form.title, fields: form.fields, ui: form.ui },
    });
    const incomplete = { title: '', fields: [{ id: 'topic', type: 'select', label: 'Topic', options: [] }] };
    const draft = (await saved(form.id, incomplete)).body;
    expect(draft).toMatchObject({ ...incomplete, isChanged: true, savedBy: expect.stringMatching(/^key_/) });
    expect((await draftOf(form.id)).body).toEqual(draft);
    expect(await formOf(form.id)).toEqual(form);
    expect((await secret('getPublicForm', { params: { id: form.id } })).body.title).toBe(form.title);
    expectRefusal(await publish(form.id), 400, 'validation_failed');
    expect((await draftOf(form.id)).body).toEqual(draft);
  });

  it('is published as a whole, ends with that, and leaves the other settings alone', async () => {
    const form = await newForm(secret, { status: 'draft', retention: { days: 30 }, closedMessage: 'Closed.' });
    await saved(form.id, { title: 'Second', fields: [...form.fields, field('more')], closedMessage: null });
    await update(form.id, { retention: { days: 60 } });
    const published = accepted(await publish(form.id));
    expect(published.body).toMatchObject({ status: 'live', title: 'Second', retention: { days: 60 }, version: 2 });
    expect(published.body).not.toHaveProperty('closedMessage');
    expect(await formOf(form.id)).toEqual(published.body);
    expect((await draftOf(form.id)).body).toMatchObject({ isChanged: false, savedAt: null, title: 'Second' });
  });

  it('gives a form that is not live yet its title at once, because lists name it by that', async () => {
    const { id, ...form } = await newForm(secret, { status: 'draft' });
    const draft = await saved(id, { title: 'Second', fields: [] });
    expect(await formOf(id)).toMatchObject({ title: 'Second', fields: form.fields });
    await saved(id, { title: ' ' }, etagOf(draft));
    expect((await formOf(id)).title).toBe('Second');
    expect((await draftOf(id)).body).toMatchObject({ title: ' ', fields: [], conflicts: [] });
  });

  it('keeps the status that is asked for', async () => {
    const { id } = await newForm(secret, { status: 'draft' });
    await saved(id, { title: 'Second' });
    expect(accepted(await publish(id, { status: 'draft' })).body).toMatchObject({ status: 'draft', title: 'Second' });
    expect(await versionsOf(id)).toEqual([]);
  });

  it('is discarded', async () => {
    const form = await newForm(secret);
    await saved(form.id, { title: 'Second' });
    expect((await secret('deleteDraftVersion', { params: { id: form.id } })).status).toBe(204);
    expect((await draftOf(form.id)).body).toMatchObject({ isChanged: false, title: form.title });
    expect((await secret('deleteDraftVersion', { params: { id: form.id } })).status).toBe(204);
  });

  it('is refused if an editor could not show it', async () => {
    const { id } = await newForm(secret);
    const body = { title: 3, fields: [{ id: 'a' }, { id: 'b', type: 'nonsense' }], webhooks: [] };
    const faults = expectRefusal(await save(id, body), 400, 'validation_failed');
    expect(faults.map(({ field: name, rule }) => `${name} ${rule}`).sort()).toEqual([
      ...['fields[0].type required', 'fields[1].type enum', 'title type', 'webhooks unknown'],
    ]);
    expectRefusal(await save(id, { savedBy: 'usr_x' }), 400, 'validation_failed');
    expect((await draftOf(id)).body.isChanged).toBe(false);
  });

  it('is of a form of the caller, whose policies only an admin may weaken', async () => {
    const form = await newForm(secret, { fieldPolicies: { name: 'encrypted' } });
    const other = service.client('secretKey', 'staging');
    const params = { id: form.id };
    for (const operation of ['getDraftVersion', 'deleteDraftVersion', 'publishVersion', 'listVersions'] as const)
      expectRefusal(await other(operation, { params }), 404, 'not_found');
    expectRefusal(await save(form.id, { title: 'x' }, undefined, other), 404, 'not_found');
    const editor = service.session('editor');
    accepted(await save(form.id, { fieldPolicies: { name: null } }, undefined, editor));
    expectRefusal(await editor('publishVersion', { params }), 403, 'insufficient_permission');
    expect(accepted(await publish(form.id)).body.fieldPolicies ?? {}).toEqual({});
  });
});

describe('two editors', () => {
  it('lose nothing: the second one has to read what the first has saved', async () => {
    const { id } = await newForm(secret);
    const tag = etagOf(await draftOf(id));
    const first = await saved(id, { title: 'First' }, tag);
    expectRefusal(await save(id, { title: 'Second' }, tag), 412, 'version_mismatch');
    await saved(id, { closedMessage: 'Closed.' }, etagOf(first));
    expectRefusal(await publish(id, {}, etagOf(first)), 412, 'version_mismatch');
    expect((await draftOf(id)).body).toMatchObject({ title: 'First', closedMessage: 'Closed.' });
  });

  it('at once, without If-Match, each keep what the other did not touch', async () => {
    const { id } = await newForm(secret);
    const changes = [{ title: 'Second' }, { closedMessage: 'Closed.' }, { language: 'de' }, { ui: { theme: 'dark' } }];
    await Promise.all(changes.map(change => saved(id, change)));
    expect((await draftOf(id)).body).toMatchObject({ title: 'Second', closedMessage: 'Closed.', language: 'de' });
    expect((await draftOf(id)).body.ui).toMatchObject({ theme: 'dark' });
  });

  it('have what is published meanwhile in the draft, and learn what both have changed', async () => {
    const form = await newForm(secret, { fields: [field('name'), field('email')] });
    const draft = await saved(form.id, { fields: [field('name', 'Full name'), field('email'), field('phone')] });
    // A client of an earlier version publishes at once.
    await update(form.id, { title: 'Other', fields: [field('name'), field('email', 'Your address'), field('city')] });
    expectRefusal(await save(form.id, { title: 'x' }, etagOf(draft)), 412, 'version_mismatch');
    const merged = (await draftOf(form.id)).body;
    expect(merged).toMatchObject({ title: 'Other', conflicts: [], isChanged: true });
    expect(Object.fromEntries(merged.fields.map(({ id, label }: Json) => [id, label]))).toEqual({
      ...{ name: 'Full name', email: 'Your address', phone: 'phone', city: 'city' },
    });
    await update(form.id, { fields: [field('name', 'First name'), field('email', 'Your address'), field('city')] });
    expect((await draftOf(form.id)).body.conflicts).toEqual(['name']);
    expect(accepted(await publish(form.id)).body.fields[0].label).toBe('Full name');
  });

  it('publish and save at once: what was saved is published, or still in the draft', async () => {
    const { id } = await newForm(secret);
    await saved(id, { title: 'Second' });
    const replies = await Promise.all([publish(id), saved(id, { closedMessage: 'Closed.' }), publish(id)]);
    for (const reply of replies) accepted(reply);
    expect((await formOf(id)).title).toBe('Second');
    expect((await draftOf(id)).body).toMatchObject({ title: 'Second', closedMessage: 'Closed.' });
  });
});

describe('versions', () => {
  it('begin with the first change of a live form, of which they keep the former content', async () => {
    const form = await newForm(secret, { fields: [field('name'), field('email')] });
    expect(await versionsOf(form.id)).toEqual([]);
    await update(form.id, { retention: { days: 3 } });
    expect(await versionsOf(form.id)).toEqual([]);
    await update(form.id, { title: 'Second', fields: [field('email'), field('name', 'Your name'), field('age')] });
    await saved(form.id, { fields: [field('name', 'Your name')] });
    accepted(await publish(form.id));
    const versions = await versionsOf(form.id);
    const by = expect.stringMatching(/^key_/);
    expect(versions).toMatchObject([
      { number: 3, isCurrent: true, createdBy: by },
      { number: 2, isCurrent: false, createdBy: by },
      { number: 1, isCurrent: false, createdBy: null, changes: [] },
    ]);
    expect(versions.map(({ changes }) => changes.map(({ kind, name }: Json) => `${kind} ${name}`))).toEqual([
      ['removed email', 'removed age'],
      ['setting title', 'changed name', 'added age', 'moved fields'],
      [],
    ]);
    expect(versions[1]?.changes[2]).toEqual({ kind: 'added', name: 'age', label: 'age' });
    const first = accepted(await secret('getVersion', { params: { id: form.id, number: '1' } })).body;
    expect(first).toMatchObject({ formId: form.id, number: 1, title: form.title, fields: form.fields });
  });

  it('are restored as a new version, which ends a draft', async () => {
    const form = await newForm(secret, { closedMessage: 'Closed.' });
    await update(form.id, { title: 'Second', closedMessage: null });
    await saved(form.id, { title: 'Third' });
    const restored = accepted(await publish(form.id, { version: 1 })).body;
    expect(restored).toMatchObject({ title: form.title, closedMessage: 'Closed.' });
    expect((await versionsOf(form.id)).map(({ number }) => number)).toEqual([3, 2, 1]);
    expect((await draftOf(form.id)).body.isChanged).toBe(false);
    expectRefusal(await publish(form.id, { version: 9 }), 404, 'not_found');
    for (const number of ['0', '9', '1.5', 'x', '-1'])
      expectRefusal(await secret('getVersion', { params: { id: form.id, number } }), 404, 'not_found');
  });

  it('show only what visitors could see', async () => {
    const { id } = await newForm(secret, { status: 'draft' });
    await update(id, { title: 'Second' });
    await update(id, { status: 'live', title: 'Third' });
    await update(id, { status: 'archived' });
    await update(id, { title: 'Fourth' });
    await update(id, { status: 'live', title: 'Third' });
    expect(await versionsOf(id)).toMatchObject([{ number: 1, changes: [] }]);
    await update(id, { status: 'draft', title: 'Fifth' });
    await update(id, { status: 'live' });
    expect((await versionsOf(id))[0]).toMatchObject({ number: 2, changes: [{ kind: 'setting', name: 'title' }] });
  });

  itInAll('are kept up to their number', async () => {
    const { id } = await newForm(secret, { title: '0' });
    for (let count = 1; count <= versionsMax; count++) await update(id, { title: String(count) });
    const versions = await versionsOf(id);
    expect(versions).toHaveLength(versionsMax);
    expect([versions[0]?.number, versions.at(-1)?.number]).toEqual([versionsMax + 1, 2]);
  });
});
