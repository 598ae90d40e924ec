import { describe, expect, it } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import { submit as submitAnswers, upload } from '../../client/src/index.ts';
import { formlineOf } from '../support/cloud/formline.ts';
import type { Json, Reply } from '../support/cloud/http.ts';
import { itLocally, itLocallyInAll, rounds, startedService } from '../support/cloud/service.ts';
import { itemsThatName } from '../support/cloud/stored-items.ts';
import { eventually } from '../support/eventually.ts';
import { itInAll } from '../support/in-all.ts';
import {
  announced,
  fileForm,
  objectsThatName,
  put,
  signed,
  submittedFile,
  uploaded,
} from '../support/records/files.ts';
import { newForm, submit } from '../support/records/forms.ts';
import { expectFaults, expectRefusal } from '../support/refusals.ts';

const service = startedService();
const secret = service.client('secretKey');
const browser = service.client('publishableKey');

const newFileForm = async (properties: object = {}): Promise<string> =>
  (await newForm(secret, { ...fileForm, ...properties })).id;
const send = (formId: string, body: object, call: object = {}) =>
  browser('createSubmission', { params: { formId }, body, ...call });
const readFile = (fileId: string) => secret('getFile', { params: { fileId } });
const expectGone = async (fileId: string) => {
  expectRefusal(await readFile(fileId), 404, 'not_found');
  await eventually(async () => expect(await objectsThatName(service.cloud(), fileId)).toEqual([]));
};
const codeOf = ({ text }: Reply) => /<Code>(.*)<\/Code>/.exec(text)?.[1];

describe('a file', () => {
  it('is signed and submitted by a browser, and downloaded under its own name', async () => {
    const formId = await newFileForm();
    const upload = await signed(browser, formId, { fileName: 'Ädas "CV".pdf' });
    expect(upload).toEqual({
      fileId: expect.stringMatching(/^file_\w{52}$/),
      uploadUrl: expect.stringContaining('X-Amz-Expires=300'),
      method: 'PUT',
      headers: { 'content-type': 'application/pdf', 'if-none-match': '*' },
      expiresIn: 300,
      maxBytes: 10 * 1024 * 1024,
    });
    expect((await put(upload)).status).toBe(200);
    expectRefusal(await readFile(upload.fileId), 404, 'not_found');
    const { status, body } = await send(formId, { name: 'Ada', cv: upload.fileId });
    expect({ status, answers: body.answers }).toEqual({ status: 201, answers: { name: 'Ada', cv: upload.fileId } });

    const redirect = await readFile(upload.fileId);
    expect({ status: redirect.status, text: redirect.text }).toEqual({ status: 302, text: '' });
    const file = await fetch(redirect.headers.location ?? '');
    expect(await file.text()).toBe('My life so far');
    expect(file.headers.get('content-type')).toBe('application/pdf');
    const disposition = `attachment; filename="_das CV.pdf"; filename*=UTF-8''%C3%84das%20CV.pdf`;
    expect(file.headers.get('content-disposition')).toBe(disposition);
    expect(file.headers.get('content-encoding')).toBe('identity');
    expect(file.headers.get('cache-control')).toBe('private, no-store');
  });

  it('is uploaded, submitted and downloaded by the client that programs use', async () => {
    const formId = await newFileForm();
    const page = formlineOf(service, { secretKey: undefined, publishableKey: service.key('publishableKey') });
    const file = new File(['My life so far'], 'Ada.pdf', { type: 'application/pdf' });
    const cv = await upload(page, { formId, fieldId: 'cv', file });
    const sent = await submitAnswers(page, formId, { name: 'Ada', cv });
    expect(sent.answers).toEqual({ name: 'Ada', cv });
    const download = await formlineOf(service).stream('getFile', { params: { fileId: cv } });
    expect(await download.text()).toBe('My life so far');
  });

  it('is taken by S3 once, in the size and type that were signed and no other', async () => {
    const formId = await newFileForm();
    const upload = await signed(browser, formId);
    expect(codeOf(await put(upload, 'My life'))).toBe('SignatureDoesNotMatch');
    expect(codeOf(await put(upload, 'My life so far, and more'))).toBe('SignatureDoesNotMatch');
    expect(codeOf(await put(upload, undefined, { 'content-type': 'text/html' }))).toBe('SignatureDoesNotMatch');
    expect(codeOf(await put(upload, undefined, { 'if-none-match': '"x"' }))).toBe('SignatureDoesNotMatch');
    const later = { ...upload, uploadUrl: upload.uploadUrl.replace('Expires=300', 'Expires=3000') };
    expect(codeOf(await put(later))).toBe('SignatureDoesNotMatch');
    const elsewhere = { ...upload, uploadUrl: upload.uploadUrl.replace(upload.fileId, `${upload.fileId}x`) };
    expect(codeOf(await put(elsewhere))).toBe('SignatureDoesNotMatch');
    expect((await put(upload)).status).toBe(200);
    expect(codeOf(await put(upload))).toBe('PreconditionFailed');
  });

  it('may be sent from any page, as the bucket tells a browser beforehand', async () => {
    const upload = await signed(browser, await newFileForm());
    const page = 'https://www.example.com';
    const { status, headers } = await fetch(upload.uploadUrl, {
      method: 'OPTIONS',
      headers: {
        origin: page,
        'access-control-request-method': 'PUT',
        'access-control-request-headers': Object.keys(upload.headers).join(', '),
      },
    });
    expect(status).toBe(200);
    expect(['*', page]).toContain(headers.get('access-control-allow-origin'));
    expect(headers.get('access-control-allow-headers')).toContain('if-none-match');
    const sent = await put(upload, undefined, { origin: page });
    expect([sent.status, sent.headers['access-control-allow-origin']]).toEqual([200, '*']);
  });
});

describe('the signing of an upload', () => {
  const sign = (client: typeof secret, body: object, headers = {}) => client('signUpload', { body, headers });

  it('is refused with every fault of what is announced', async () => {
    const formId = await newFileForm();
    const wrong = [
      [{ fieldId: 'name' }, 'fieldId unknown'],
      [{ fieldId: 'cv2', size: 10_485_761 }, 'fieldId unknown', 'size maximum'],
      [{ size: 0 }, 'size minimum'],
      [{ size: 1.5 }, 'size type'],
      [{ size: '14' }, 'size type'],
      [{ fileName: '' }, 'fileName minLength', 'fileName pattern'],
      [{ fileName: '../etc/passwd' }, 'fileName pattern'],
      [{ fileName: 'a\\b' }, 'fileName pattern'],
      [{ fileName: 'a\r\nb' }, 'fileName pattern'],
      [{ fileName: 'a\ud800' }, 'fileName unicode'],
      [{ fileName: 'cv\u202efdp.exe' }, 'fileName pattern'],
      [{ fileName: '\u2066cv.pdf' }, 'fileName pattern'],
      [{ fileName: 'x'.repeat(256) }, 'fileName maxLength'],
      [{ contentType: 'pdf' }, 'contentType pattern'],
      [{ contentType: '' }, 'contentType pattern'],
      [{ contentType: 'text/plain\r\nx: y' }, 'contentType pattern'],
      [{ contentType: 'text/plain;' }, 'contentType pattern'],
    ] as const;
    for (const [changes, ...faults] of wrong) {
      expectFaults(await sign(secret, announced(formId, changes)), ...faults);
    }
    expectFaults(
      await sign(secret, {}),
      ...['formId', 'fieldId', 'fileName', 'contentType', 'size'].map(each => `${each} required`),
    );
    for (const contentType of ['image/svg+xml', 'audio/webm;codecs=opus', 'text/plain; charset=utf-8']) {
      const upload = await signed(secret, formId, { contentType });
      expect((await put(upload)).status).toBe(200);
    }
  });

  it('is for forms of the own environment', async () => {
    const formId = await newFileForm();
    expectRefusal(await sign(service.client('secretKey', 'staging'), announced(formId)), 404, 'not_found');
    expectRefusal(await sign(service.client('publishableKey', 'staging'), announced(formId)), 404, 'not_found');
    expectRefusal(await sign(secret, announced('nonsense')), 404, 'not_found');
  });

  it('is for a browser as submitting is: to a live form, from a page that it allows', async () => {
    const draft = await newFileForm({ status: 'draft' });
    expectRefusal(await sign(browser, announced(draft)), 403, 'form_not_live');
    expect((await sign(secret, announced(draft))).status).toBe(200);
    const own = await newFileForm({ allowedOrigins: ['https://www.example.com'] });
    expectRefusal(await sign(browser, announced(own)), 403, 'origin_not_allowed');
    expectRefusal(
      await sign(browser, announced(own), { origin: 'https://elsewhere.example' }),
      403,
      'origin_not_allowed',
    );
    const { status, headers } = await sign(browser, announced(own), { origin: 'https://www.example.com' });
    expect([status, headers['access-control-allow-origin']]).toEqual([200, 'https://www.example.com']);
    expect((await sign(secret, announced(own))).status).toBe(200);
  });
});

describe('an answer that names a file', () => {
  it('is refused unless the file was signed for this field of this form, was sent, and is of no response', async () => {
    const [formId, otherForm] = [await newFileForm(), await newFileForm()];
    const staging = service.client('secretKey', 'staging');
    const used = (await submittedFile(secret)).fileId;
    const sent = await uploaded(browser, formId);
    await submit(browser, formId, { cv: sent });
    const names = {
      'never signed': `${sent.slice(0, 20)}000000${sent.slice(26)}`,
      'not sent': (await signed(browser, formId)).fileId,
      'of another field': await uploaded(browser, formId, { fieldId: 'photo' }),
      'of another form': await uploaded(browser, otherForm),
      'of a response to another form': used,
      'of another environment': await uploaded(staging, (await newForm(staging, fileForm)).id),
      'of another response': sent,
    };
    for (const [which, cv] of Object.entries(names)) {
      const reply = await send(formId, { name: 'Ada', cv });
      expect({ which, status: reply.status }).toEqual({ which, status: 400 });
      expectFaults(reply, 'cv file');
    }
    const list = await secret('listResponses', { query: { form_id: formId } });
    expect(list.body.total).toBe(1);
  });

  it('leaves the file free when the submission is refused for something else', async () => {
    const formId = await newFileForm();
    const cv = await uploaded(browser, formId);
    expectFaults(await send(formId, { cv, name: 7 }), 'name type');
    expect((await send(formId, { cv })).status).toBe(201);
  });

  itInAll('claims the file once, however many submissions name it at once', async () => {
    const formId = await newFileForm();
    for (const _ of rounds) {
      const cv = await uploaded(browser, formId);
      const replies = await Promise.all([1, 2, 3].map(() => send(formId, { cv })));
      expect(replies.map(({ status }) => status).sort()).toEqual([201, 400, 400]);
      for (const reply of replies.filter(({ status }) => status === 400)) expectFaults(reply, 'cv file');
    }
    const list = await secret('listResponses', { query: { form_id: formId } });
    expect(list.body.total).toBe(rounds.length);
  });

  it('is the first answer again when its request is repeated with its key', async () => {
    const formId = await newFileForm();
    const cv = await uploaded(browser, formId);
    const call = { headers: { 'idempotency-key': 'file-once' } };
    const [first, second] = [await send(formId, { cv }, call), await send(formId, { cv }, call)];
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body).toEqual(first.body);
    expect(second.headers['idempotent-replayed']).toBe('true');
  });

  it('may come again with each save of its session, and gives way to another file', async () => {
    const formId = await newFileForm();
    const session = { headers: { 'x-session-id': `visit-${formId}` } };
    const partial = { ...session, query: { status: 'partial' } };
    const [first, second] = [await uploaded(browser, formId), await uploaded(browser, formId)];
    const { id } = await submit(browser, formId, { cv: first }, partial);
    expect((await send(formId, { cv: first, name: 'Ada' }, partial)).status).toBe(200);
    expect((await readFile(first)).status).toBe(302);
    const { body } = await send(formId, { cv: second }, session);
    expect(body).toMatchObject({ id, status: 'completed', answers: { cv: second } });
    expect((await send(formId, { cv: second, name: 'Ada' }, session)).body.id).toBe(id);
    expect((await readFile(second)).status).toBe(302);
    expectRefusal(await readFile(first), 404, 'not_found');
    expectFaults(await send(formId, { cv: first }), 'cv file');
  });

  it('is left out of a partial save that cannot claim it, which keeps the other answers', async () => {
    const formId = await newFileForm();
    const call = { headers: { 'x-session-id': `visit-${formId}` }, query: { status: 'partial' } };
    const cv = await uploaded(browser, formId);
    const { fileId: photo } = await signed(browser, formId, { fieldId: 'photo' });
    const saved = await send(formId, { name: 'Ada', cv, photo }, call);
    expect(saved).toMatchObject({ status: 201, body: { answers: { name: 'Ada', cv } } });
    expect(saved.body.details).toMatchObject([{ field: 'photo', rule: 'file' }]);
    const again = await send(formId, { cv: photo }, call);
    expect(again).toMatchObject({ status: 200, body: { id: saved.body.id, answers: {} } });
    const { body } = await secret('getResponse', { params: { id: saved.body.id } });
    expect(body.answers).toEqual({ name: 'Ada', cv });
    expectFaults(await send(formId, { photo }, { query: { status: 'partial' } }), 'photo file');
  });

  it('can be corrected: the new file is claimed, the old one removed', async () => {
    const { formId, fileId, response } = await submittedFile(secret);
    const correct = (answers: object) => secret('updateResponse', { params: { id: response.id }, body: { answers } });
    const other = (await submittedFile(secret)).fileId;
    expectFaults(await correct({ cv: other }), 'answers.cv file');
    expectFaults(await correct({ photo: fileId }), 'answers.photo file');
    const photo = await uploaded(secret, formId, { fieldId: 'photo' });
    expect((await correct({ photo, cv: null })).body.answers).toEqual({ name: 'Ada', photo });
    expect((await readFile(photo)).status).toBe(302);
    expectRefusal(await readFile(fileId), 404, 'not_found');
    expect((await readFile(other)).status).toBe(302);
  });
});

describe('files in lists', () => {
  const files = { form_id: '', files: 'url' };

  it('are ids, and with files=url links that need no key', async () => {
    const { formId, fileId, response } = await submittedFile(secret);
    const without = await submit(secret, formId, { name: 'Bob' });
    const list = async (query: object): Promise<Reply> =>
      secret('listResponses', { query: { ...files, form_id: formId, order: 'asc', ...query } });

    const [linked, plain] = (await list({})).body.items;
    const { files: its, ...rest } = linked;
    expect(rest).toEqual(response);
    expect(plain).toEqual({ ...without, files: {} });
    expect(its).toEqual({
      cv: { id: fileId, name: 'Ada.pdf', contentType: 'application/pdf', size: 14, url: expect.any(String) },
    });
    const lines = (await list({ format: 'jsonl' })).text
      .trim()
      .split('\n')
      .map(line => JSON.parse(line));
    expect(lines.map(line => Object.keys(line.files))).toEqual([['cv'], []]);
    const rows: Json[] = parse((await list({ format: 'csv' })).text, { columns: true });
    expect(rows.map(({ name, photo }) => [name, photo])).toEqual([
      ['Ada', ''],
      ['Bob', ''],
    ]);
    for (const url of [its.cv.url, lines[0].files.cv.url, rows[0].cv]) {
      expect(url).toContain('X-Amz-Expires=3600');
      expect(await (await fetch(url)).text()).toBe('My life so far');
    }
    const [row] = parse((await list({ format: 'csv', files: 'id' })).text, { columns: true }) as Json[];
    expect(row.cv).toBe(fileId);
    expect((await list({ files: 'id' })).body.items[0]).toEqual(response);
  });

  it('are no links to files of other responses, whatever a text says', async () => {
    const { formId, fileId } = await submittedFile(secret);
    await submit(browser, formId, { name: fileId });
    const { body } = await secret('listResponses', { query: { ...files, form_id: formId } });
    expect(body.items[0].files).toEqual({});
    const csv = await secret('listResponses', { query: { ...files, form_id: formId, format: 'csv', limit: 1 } });
    expect(csv.text).toContain(`,${fileId},`);
  });
});

describe('a file is removed', () => {
  itLocally('with its response, at once from every reader', async () => {
    const { formId, fileId, response } = await submittedFile(secret);
    const kept = await uploaded(browser, formId);
    await submit(browser, formId, { cv: kept, name: fileId });
    expect((await secret('deleteResponse', { params: { id: response.id } })).status).toBe(204);
    await expectGone(fileId);
    expect((await readFile(kept)).status).toBe(302);
    expect(await objectsThatName(service.cloud(), kept)).toHaveLength(1);
    const trail = (await itemsThatName(service.cloud(), response.id)).filter(({ pk }) => pk?.S?.startsWith('AUDIT#'));
    expect(trail.map(({ action }) => action?.S)).toEqual(['response.deleted']);
  });

  itLocallyInAll('also when its response is deleted at the moment at which it is attached', async () => {
    for (const _ of rounds.slice(0, 3)) {
      const { formId, fileId, response } = await submittedFile(secret);
      const photo = await uploaded(secret, formId, { fieldId: 'photo' });
      const params = { id: response.id };
      const [deleted, attached] = await Promise.all([
        secret('deleteResponse', { params }),
        secret('updateResponse', { params, body: { answers: { photo } } }),
      ]);
      expect([deleted.status, [200, 404].includes(attached.status)]).toEqual([204, true]);
      await service.hasten('UPLOADS#');
      for (const gone of [fileId, photo]) await expectGone(gone);
    }
  });

  itLocally('when it is replaced', async () => {
    const { fileId, response } = await submittedFile(secret);
    await secret('updateResponse', { params: { id: response.id }, body: { answers: { cv: null } } });
    await expectGone(fileId);
  });

  itLocally('a day after it was signed when no response has claimed it, and cannot be claimed any more', async () => {
    const formId = await newFileForm();
    const [claimed, unclaimed] = [await uploaded(browser, formId), await uploaded(browser, formId)];
    await submit(browser, formId, { cv: claimed });
    await service.hasten('UPLOADS#');
    await expectGone(unclaimed);
    expectFaults(await send(formId, { cv: unclaimed }), 'cv file');
    expect((await readFile(claimed)).status).toBe(302);
  });

  itLocallyInAll('with its form, claimed or not', async () => {
    const { formId, fileId } = await submittedFile(secret);
    await uploaded(browser, formId);
    await submit(browser, formId, { cv: await uploaded(browser, formId) });
    expect(await objectsThatName(service.cloud(), formId)).toHaveLength(3);
    await secret('deleteForm', { params: { id: formId } });
    expectRefusal(await readFile(fileId), 404, 'not_found');
    await eventually(async () => {
      await service.hasten('JOB#job_', `JOB#recount-${formId}`);
      expect(await objectsThatName(service.cloud(), formId)).toEqual([]);
      const left = (await itemsThatName(service.cloud(), formId)).filter(({ pk }) => pk?.S?.includes(formId));
      // Their URLs may still bring an object: until tomorrow they are remembered, without their names.
      expect(left.map(({ pk, state, fileName }) => [pk?.S?.slice(0, 8), state?.S, fileName])).toEqual(
        Array(3).fill(['UPLOADS#', 'deleting', undefined]),
      );
      expect(left.every(({ duesk }) => duesk !== undefined)).toBe(true);
    });
  });
});
