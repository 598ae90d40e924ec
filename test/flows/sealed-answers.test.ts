import { describe, expect, it } from '@jest/globals';
import { clientOf } from '../support/cloud/client.ts';
import { dataKeysOf } from '../support/cloud/cloud-table.ts';
import type { Json } from '../support/cloud/http.ts';
import { startedService } from '../support/cloud/service.ts';
import { itemsThatName } from '../support/cloud/stored-items.ts';
import { eventually } from '../support/eventually.ts';
import { itInAll } from '../support/in-all.ts';
import { fileForm, uploaded } from '../support/records/files.ts';
import { newForm, submit } from '../support/records/forms.ts';
import { expectFaults, expectRefusal } from '../support/refusals.ts';

const service = startedService();
const secret = service.client('secretKey');
const page = service.client('publishableKey');
const viewer = service.keyOfRole('viewer');

const fields = [
  { id: 'name', type: 'text', label: 'Name' },
  { id: 'iban', type: 'text', label: 'IBAN', required: true },
  { id: 'diagnosis', type: 'textarea' },
  { id: 'income', type: 'number' },
  { id: 'ward', type: 'select', options: ['Cardiology', 'Oncology'] },
];
const fieldPolicies = { iban: 'masked', diagnosis: 'encrypted', income: 'encrypted', ward: 'masked' };
const answers = {
  name: 'Ada',
  iban: 'DE89370400440532013000',
  diagnosis: 'hay fever',
  income: 52_000,
  ward: 'Oncology',
};
const ofEditor = { ...answers, iban: '••••3000', ward: '••••' };
const ofViewer = { ...ofEditor, diagnosis: '••••', income: '••••' };
const concealed = { iban: 'masked', ward: 'masked' };

const sealedForm = () => newForm(secret, { fields, fieldPolicies });
const sessionId = () => `a-secret-of-the-visit-${crypto.randomUUID()}`;

describe('answers to fields with a policy', () => {
  it('are shown by policy and role, wherever they are shown', async () => {
    const { id: form_id } = await sealedForm();
    const { id } = await submit(secret, form_id, answers);
    const readers = [
      [secret, ofEditor, concealed],
      [service.session('editor'), ofEditor, concealed],
      [viewer, ofViewer, { ...concealed, diagnosis: 'hidden', income: 'hidden' }],
      [service.session('viewer'), ofViewer, { ...concealed, diagnosis: 'hidden', income: 'hidden' }],
    ] as const;
    for (const [reader, shown, less] of readers) {
      const { body } = await reader('getResponse', { params: { id } });
      expect(body).toMatchObject({ answers: shown, concealed: less });
      expect((await reader('listResponses', { query: { form_id } })).body.items).toEqual([body]);
      expect((await reader('listResponses', {})).body.items).toContainEqual(body);
      const jsonl = await reader('listResponses', { query: { form_id, format: 'jsonl' } });
      expect(JSON.parse(jsonl.text)).toEqual(body);
      const csv = await reader('listResponses', { query: { form_id, format: 'csv' } });
      expect(csv.text.trim().split('\r\n')[1]).toMatch(`,${Object.values(shown).join(',')}`);
    }
  });

  it('are found by no search, filter or summary, which would tell what they are', async () => {
    const { id: form_id } = await sealedForm();
    await submit(secret, form_id, answers);
    for (const client of [secret, viewer]) {
      const found = async (q: string) => (await client('listResponses', { query: { form_id, q } })).body.items.length;
      expect(await found(answers.name)).toBe(1);
      for (const q of ['DE89', '3000', 'hay fever', '52000', 'Oncology']) expect(await found(q)).toBe(0);
      for (const field of Object.keys(fieldPolicies)) {
        for (const operator of ['', '[contains]', '[not]', '[in]', '[gte]', '[empty]']) {
          const query = { form_id, [`answers[${field}]${operator}`]: 'true' };
          expect(expectRefusal(await client('listResponses', { query }), 400, 'invalid_parameter')).toMatchObject([
            { rule: 'sealed' },
          ]);
        }
        const { body } = await client('getSummary', { params: { id: form_id }, query: { field_id: field } });
        expect(body.fields).toEqual([expect.objectContaining({ kind: 'none', answered: null })]);
      }
    }
  });

  it('are stored in the clear nowhere', async () => {
    const { id: form_id } = await sealedForm();
    await submit(
      page,
      form_id,
      { ...answers, diagnosis: 'a very rare cough' },
      { headers: { 'idempotency-key': 'cough-1' } },
    );
    for (const text of [answers.iban, 'rare cough']) expect(await itemsThatName(service.cloud(), text)).toEqual([]);
  });

  it('are shown to nobody who sends them with a publishable key, nor masked ones to who sends them with another', async () => {
    const { id } = await sealedForm();
    expect((await submit(page, id, answers)).answers).toEqual(ofViewer);
    expect(await submit(secret, id, answers)).toMatchObject({ answers: ofEditor, concealed });
    const headers = { 'idempotency-key': 'the same twice' };
    const first = await submit(secret, id, answers, { headers });
    expect(await submit(secret, id, answers, { headers })).toEqual(first);
    const other = await secret('createSubmission', {
      params: { formId: id },
      body: { ...answers, income: 1 },
      headers,
    });
    expectRefusal(other, 409, 'idempotency_key_reused');
  });

  it('are gathered by a visit, checked all together, and the same once more is a repeat', async () => {
    // Other new forms keep sealed answers out of partial saves.
    const { id } = await newForm(secret, { fields, fieldPolicies, ui: { saveAndResume: true } });
    const headers = { 'x-session-id': sessionId() };
    const partial = { headers, query: { status: 'partial' } };
    const first = await submit(page, id, { iban: answers.iban, ward: answers.ward }, partial);
    await submit(page, id, { diagnosis: answers.diagnosis }, partial);
    const completed = await submit(page, id, { name: 'Ada', income: 52_000 }, { headers });
    expect(completed).toMatchObject({ id: first.id, status: 'completed' });
    expect((await submit(page, id, { diagnosis: 'hay fever' }, partial)).id).toBe(first.id);
    expect((await submit(page, id, answers, { headers })).id).toBe(first.id);
    const { body } = await secret('getResponse', { params: { id: first.id } });
    expect(body.answers).toEqual(ofEditor);
    expect((await submit(page, id, { ...answers, iban: 'DE00' }, { headers })).id).not.toBe(first.id);
  });
});

describe('a response with sealed answers', () => {
  it('can be sent back as it was shown, and changes where something else is sent', async () => {
    const { id: formId } = await sealedForm();
    const { id } = await submit(secret, formId, answers);
    const read = await secret('getResponse', { params: { id } });
    const ifMatch = { 'if-match': String(read.headers.etag) };
    expect((await secret('updateResponse', { params: { id }, body: read.body, headers: ifMatch })).body).toEqual(
      read.body,
    );
    const changed = await secret('updateResponse', {
      params: { id },
      body: { ...read.body, answers: { ...read.body.answers, iban: 'AT611904300234573201', diagnosis: 'asthma' } },
      headers: ifMatch,
    });
    expect(changed.body.answers).toEqual({ ...ofEditor, iban: '••••3201', diagnosis: 'asthma' });
    expect((await secret('getResponse', { params: { id } })).body).toEqual(changed.body);
    const removed = await secret('updateResponse', { params: { id }, body: { answers: { diagnosis: null } } });
    expect(removed.body.answers).not.toHaveProperty('diagnosis');
    const wrong = await secret('updateResponse', { params: { id }, body: { answers: { ward: 'Surgery' } } });
    expectFaults(wrong, 'answers.ward options');
    expect(JSON.stringify(wrong.body)).not.toContain('Surgery');
  });

  it('goes like any other', async () => {
    const { id: formId } = await sealedForm();
    const { id } = await submit(secret, formId, answers);
    expect((await secret('deleteResponse', { params: { id } })).status).toBe(204);
    expect((await secret('getResponse', { params: { id } })).status).toBe(404);
  });
});

describe('a policy', () => {
  it('is of a field that has answers, and masks no files', async () => {
    const file = { id: 'scan', type: 'file' };
    const body = {
      title: 'T',
      fields: [...fields, file],
      fieldPolicies: { ...fieldPolicies, scan: 'masked', x: 'masked' },
    };
    expectFaults(await secret('createForm', { body }), 'fieldPolicies.scan notAllowed', 'fieldPolicies.x unknown');
    expect((await newForm(secret, { ...body, fieldPolicies: { scan: 'encrypted' } })).fieldPolicies).toEqual({
      scan: 'encrypted',
    });
  });

  it('is made stricter by an editor, and weaker by an admin alone', async () => {
    const editor = service.keyOfRole('editor');
    const { id } = await newForm(editor, { fields, fieldPolicies: { iban: 'encrypted' } });
    const put = (by: typeof editor, body: object) => by('updateForm', { params: { id }, body });
    expect((await put(editor, { fieldPolicies: { iban: 'masked', name: 'encrypted' } })).status).toBe(200);
    for (const weaker of [{ iban: 'encrypted' }, { iban: null }, { name: null }]) {
      expectRefusal(await put(editor, { fieldPolicies: weaker }), 403, 'insufficient_permission');
    }
    // Nor by taking the field away and bringing it back.
    const others = fields.filter(field => field.id !== 'iban');
    expect((await put(editor, { fields: others, fieldPolicies: { iban: null } })).status).toBe(200);
    expectRefusal(await put(editor, { fields }), 403, 'insufficient_permission');
    expect((await put(service.keyOfRole('admin'), { fields })).status).toBe(200);
  });

  it('outlives its field', async () => {
    const { id: form_id } = await sealedForm();
    const { id } = await submit(secret, form_id, answers);
    const change = { fields: fields.slice(0, 1), fieldPolicies: null };
    expect((await secret('updateForm', { params: { id: form_id }, body: change })).status).toBe(200);
    expect((await secret('getResponse', { params: { id } })).body.answers).toEqual(ofEditor);
    expect((await viewer('getResponse', { params: { id } })).body.answers).toEqual(ofViewer);
  });

  itInAll('that comes later seals what is stored, and opens it when it goes', async () => {
    const { id } = await newForm(secret, { fields });
    const response = await submit(secret, id, { ...answers, iban: 'LT601010012345678901' });
    const policies = (fieldPolicies: object | null) =>
      secret('updateForm', { params: { id }, body: { fieldPolicies } });
    const get = async (by: typeof secret) => (await by('getResponse', { params: { id: response.id } })).body;
    const carriedOut = () =>
      eventually(async () => {
        await service.hasten('SEALING#');
        const { body } = await viewer('getFormSealing', { params: { id } });
        expect(body).toMatchObject({ formId: id, status: 'done', rewritten: 1, finishedAt: expect.any(String) });
      });

    expect((await viewer('getFormSealing', { params: { id } })).body).toEqual({
      formId: id,
      status: 'done',
      rewritten: 0,
    });
    await policies({ iban: 'masked' });
    expect((await get(secret)).answers.iban).toBe('••••8901');
    await carriedOut();
    expect(await itemsThatName(service.cloud(), 'LT601010012345678901')).toEqual([]);
    const shown = await get(secret);
    expect(shown).toMatchObject({ answers: { iban: '••••8901' }, updatedAt: response.updatedAt });

    await policies(null);
    expect((await get(viewer)).answers.iban).toBe('LT601010012345678901');
    await carriedOut();
    expect(await itemsThatName(service.cloud(), 'LT601010012345678901')).toHaveLength(1);
    const { body } = await service.session()('listAuditEvents', { query: { limit: 5 } });
    expect(body.items.filter((event: Json) => event.action === 'form.policies_changed').length).toBeGreaterThanOrEqual(
      2,
    );
  });

  itInAll('counts for the files of an export that was made before it', async () => {
    const { id: formId } = await newForm(secret, { fields });
    await submit(secret, formId, answers);
    const { body: made } = await secret('createExport', { body: { format: 'csv', formId } });
    const files = async (by: typeof secret) =>
      (await by('listExportFiles', { params: { id: made.id } })).body.items.map((file: Json) => file.url !== null);
    await eventually(async () => {
      await service.hasten('EXPORT#');
      expect((await secret('getExport', { params: { id: made.id } })).body.state).toBe('done');
    });
    const shownAfter = async (fieldPolicies: object) => {
      expect((await secret('updateForm', { params: { id: formId }, body: { fieldPolicies } })).status).toBe(200);
      return [await files(viewer), await files(secret)];
    };
    expect([await files(viewer), await files(secret)]).toEqual([[true], [true]]);
    expect(await shownAfter({ diagnosis: 'encrypted' })).toEqual([[false], [true]]);
    expect(await shownAfter({ diagnosis: 'encrypted', iban: 'masked' })).toEqual([[false], [false]]);
    expect(await shownAfter({ diagnosis: null, iban: null })).toEqual([[true], [true]]);
  });

  it('that encrypts files keeps them from those without full access', async () => {
    const { id: formId } = await newForm(secret, { ...fileForm, fieldPolicies: { cv: 'encrypted' } });
    const fileId = await uploaded(secret, formId);
    const { id } = await submit(secret, formId, { name: 'Ada', cv: fileId });
    const params = { fileId };
    expect((await viewer('getResponse', { params: { id } })).body.answers.cv).toBe('••••');
    expect((await secret('getFile', { params })).status).toBe(302);
    expect((await viewer('getFile', { params })).status).toBe(404);
  });
});

describe('the data key of an environment', () => {
  it('is rotated by an admin, and opens what it sealed before', async () => {
    const staging = service.client('secretKey', 'staging');
    const { id } = await newForm(staging, { fields, fieldPolicies });
    const before = await submit(staging, id, answers);
    expectRefusal(await service.keyOfRole('editor', 'staging')('rotateDataKey'), 403, 'insufficient_permission');
    const { status, body } = await staging('rotateDataKey');
    expect({ status, body }).toMatchObject({ status: 201, body: { generation: 2 } });
    const settling = await staging('getFormSealing', { params: { id } });
    expect(settling.body).toEqual({ formId: id, status: 'scheduled', rewritten: 0, startsAt: expect.any(String) });
    expect(Date.parse(settling.body.startsAt ?? '')).toBeGreaterThan(Date.now());
    const { id: plain } = await newForm(staging, { fields });
    expect((await staging('getFormSealing', { params: { id: plain } })).body.status).toBe('done');
    expect((await staging('getResponse', { params: { id: before.id } })).body.answers).toEqual(ofEditor);
  });

  itInAll('goes with its organization, and no copy of an answer opens any more', async () => {
    const { cloud } = service;
    const other = await service.newOrganization();
    const theirs = clientOf(() => ({
      baseUrl: cloud().baseUrl,
      headers: { authorization: `Bearer ${other.environments.production.secretKey}` },
    }));
    const { id } = await newForm(theirs, { fields, fieldPolicies });
    await submit(theirs, id, answers);
    const keys = () => dataKeysOf(cloud(), other.organization.id);
    expect(await keys()).toHaveLength(1);
    const token = await service.login(other.owner);
    const owner = clientOf(() => ({ baseUrl: cloud().baseUrl, headers: { authorization: `Bearer ${token}` } }));
    const deleted = await owner('deleteOrganization', { params: { orgId: other.organization.id } });
    expect(deleted.status).toBe(204);
    // Not by the job that purges the rest, but before the request was answered.
    expect(await keys()).toEqual([]);
  });
});
