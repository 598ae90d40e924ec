import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { responseKey } from '../../shared/store/responses/responses.ts';
import type { Json } from '../support/cloud/http.ts';
import { startedService } from '../support/cloud/service.ts';
import { changeItem } from '../support/cloud/stored-items.ts';
import { eventually } from '../support/eventually.ts';
import { newForm, submit } from '../support/records/forms.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'planted-'));
const service = startedService({ alone: true, dataDir, settings: { WEBHOOK_RETRY_DELAYS_SECONDS: '1' } });
const secret = service.client('secretKey');
const page = service.client('publishableKey');

/** What a receiver was sent, all of it: headers and bodies. */
const received: string[] = [];
const receiver = createServer((request, response) => {
  let text = JSON.stringify(request.headers);
  request.on('data', chunk => {
    text += chunk;
  });
  request.on('end', () => {
    received.push(text);
    response.writeHead(request.url === '/fails' ? 500 : 200).end('ok');
  });
});
const urlOf = (path: string) => `http://127.0.0.1:${(receiver.address() as AddressInfo).port}${path}`;

beforeAll(() => new Promise<void>(resolve => receiver.listen(0, '127.0.0.1', resolve)));
afterAll(() => {
  receiver.close();
  rmSync(dataDir, { recursive: true, force: true });
});

/** A value with what is written in another way in JSON, in a url and in CSV; its end may be shown, so it is not looked for. */
const planted = (name: string) => `Zq7"ü/+ ${name}-${crypto.randomUUID()} ÄTAIL`;
const looked = (value: string) => value.slice(0, -5);

const values = {
  sealed: ['masked', 'encrypted', 'changed', 'partial', 'refused', 'late', 'late response'].map(planted),
  personal: ['personal', 'personal refused'].map(planted),
  plain: planted('plain'),
};
const [masked = '', encrypted = '', changed = '', partial = '', refused = '', late = '', lateResponse = ''] =
  values.sealed;
const [personal = '', personalRefused = ''] = values.personal;

/** The text in each way in which it may be written down. */
function formsOf(value: string): Buffer[] {
  const text = looked(value);
  const escaped = JSON.stringify(text).slice(1, -1);
  const ascii = escaped.replace(/[\u0080-\uffff]/g, each => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`);
  const base64 = [0, 1, 2].map(offset => {
    const encoded = Buffer.concat([Buffer.alloc(offset), Buffer.from(text)]).toString('base64');
    return encoded.slice(Math.ceil((offset * 4) / 3) + (offset ? 1 : 0), encoded.length - 4);
  });
  const texts = [text, escaped, JSON.stringify(escaped).slice(1, -1), ascii, encodeURIComponent(text), ...base64];
  const others = [...texts, ...base64.map(each => each.replaceAll('+', '-').replaceAll('/', '_'))];
  return [...others, Buffer.from(text).toString('hex')].map(each => Buffer.from(each));
}

const filesBelow = (directory: string): string[] =>
  readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .map(name => join(directory, name))
    .filter(path => statSync(path).isFile());

/** The files of the local cloud in which a value stands, in whatever form: logs, queues, table, buckets. */
function filesWith(value: string): string[] {
  const forms = formsOf(value);
  const found = filesBelow(dataDir).filter(path => {
    const content = readFileSync(path);
    return forms.some(form => content.includes(form));
  });
  return found.map(path => relative(dataDir, path).split('/')[0] ?? '');
}

/** A response that nobody can read any more, which is a fault of ours. */
async function damagedResponse(formId: string): Promise<string> {
  const { id } = await submit(secret, formId, { iban: masked, email: personal, note: 'damaged' });
  await changeItem(service.cloud(), responseKey(id), { answers: `{"email": ${JSON.stringify(personal)}, ` });
  return id;
}

it('are in no log, queue, bucket or table, nor with any receiver, after a run of everything', async () => {
  const text = { type: 'text' };
  const form = await newForm(secret, {
    fields: [
      { id: 'iban', ...text, validate: { pattern: '^Zq7' } },
      { id: 'diagnosis', type: 'textarea' },
      { id: 'email', ...text, pii: true, validate: { pattern: '^Zq7' } },
      { id: 'age', type: 'number' },
      { id: 'note', ...text },
    ],
    fieldPolicies: { iban: 'masked', diagnosis: 'encrypted' },
    // Saves answers of sealed fields too, before they are sent.
    ui: { saveAndResume: true },
  });
  const formId = form.id;
  const webhook = (path: string) =>
    secret('createWebhook', {
      body: { url: urlOf(path), events: ['response.created', 'response.updated', 'event.abandon'], formId },
    });
  const created = [await webhook('/takes'), await webhook('/fails')];
  expect(created.map(({ status }) => status)).toEqual([201, 201]);
  for (const path of ['/takes', '/fails']) {
    const config = { webhookUrl: urlOf(path), includePersonalData: false };
    expect((await secret('createIntegration', { body: { type: 'slack', formId, config } })).status).toBe(201);
  }

  const answers = { iban: masked, diagnosis: encrypted, email: personal, note: values.plain };
  const headers = { 'x-session-id': `a-session-of-${crypto.randomUUID()}`, 'idempotency-key': crypto.randomUUID() };
  const { 'idempotency-key': _, ...session } = headers;
  await submit(page, formId, { diagnosis: partial }, { headers: session, query: { status: 'partial' } });
  const completed = await submit(page, formId, answers, { headers });
  await submit(page, formId, answers, { headers });
  await submit(secret, formId, answers);
  const change = { answers: { diagnosis: changed }, notes: 'A note' };
  expect((await secret('updateResponse', { params: { id: completed.id }, body: change })).status).toBe(200);

  const faulty = {
    iban: `x${refused}`,
    diagnosis: [refused],
    email: `x${personalRefused}`,
    age: refused,
    [refused]: 1,
  };
  const faults = await page('createSubmission', { params: { formId }, body: faulty });
  expect(faults.status).toBe(400);
  await page('createSubmission', { params: { formId }, body: faulty, query: { status: 'partial' } });
  await page('createSubmission', { params: { formId }, body: `{"iban": "${refused.replaceAll('"', '')}", ` });

  const damaged = await damagedResponse(formId);
  expect((await secret('getResponse', { params: { id: damaged } })).status).toBe(200);
  for (const format of ['csv', 'jsonl', 'json']) {
    await secret('listResponses', { query: { form_id: formId, format, files: 'url' } });
  }
  expect((await secret('deleteResponse', { params: { id: damaged } })).status).toBeGreaterThanOrEqual(204);

  const other = await newForm(secret, { fields: [{ id: 'iban', ...text }] });
  await submit(secret, other.id, { iban: late });
  await secret('updateForm', { params: { id: other.id }, body: { fieldPolicies: { iban: 'encrypted' } } });
  // What comes while a function still has the form as it was, for a second, is sealed by the job.
  await pause(1_100);
  await submit(secret, other.id, { iban: lateResponse });

  await eventually(async () => {
    const ids = created.map(({ body }) => body.id);
    const lists = await Promise.all(
      ids.map(id => secret('listDeliveries', { params: { id }, query: { limit: 100 } }).then(({ body }) => body.items)),
    );
    const states = lists.map((items: Json[]) => [...new Set(items.map(({ status }) => status))]);
    expect(states).toEqual([['succeeded'], ['dead']]);
  });

  // What is looked for is found where it may be.
  expect(filesWith(values.plain)).toContain('dynamodb');
  expect(filesWith(personal)).toContain('dynamodb');
  expect(received.join('\n')).toContain(completed.id);
  const log = readFileSync(join(dataDir, 'functions.log'), 'utf8');
  expect(log).toContain('a response could not be read');

  for (const value of [masked, encrypted, changed, partial, lateResponse]) {
    expect({ value, files: filesWith(value) }).toEqual({ value, files: [] });
  }
  for (const value of [...values.personal, refused]) {
    expect({ value, files: filesWith(value).filter(name => name !== 'dynamodb') }).toEqual({ value, files: [] });
  }
  const sent = Buffer.from(received.join('\n'));
  for (const value of [...values.sealed, ...values.personal]) {
    expect({ value, sent: formsOf(value).some(form => sent.includes(form)) }).toEqual({ value, sent: false });
  }
});
