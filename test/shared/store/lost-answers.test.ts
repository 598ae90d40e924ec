import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Caller } from '../../../shared/domain/accounts/caller.ts';
import { newTemplate } from '../../../shared/domain/forms/template.ts';
import type { Response } from '../../../shared/domain/responses/response.ts';
import { isOpen } from '../../../shared/domain/responses/submission.ts';
import { newFileId, newWebhookId } from '../../../shared/ids.ts';
import { startRedrive } from '../../../shared/jobs/redrive.ts';
import { chargeBucket } from '../../../shared/store/accounts/limits.ts';
import { countAttempt } from '../../../shared/store/accounts/login-failures.ts';
import { type DueItem, lease, postpone } from '../../../shared/store/due.ts';
import { deleteForm, getForm, replaceForm, type StoredForm } from '../../../shared/store/forms/forms.ts';
import { getIdempotencyRecord } from '../../../shared/store/forms/idempotency.ts';
import { createTemplate, deleteTemplate } from '../../../shared/store/forms/templates.ts';
import { type Key, keyOf } from '../../../shared/store/keys.ts';
import { countItems } from '../../../shared/store/lists/read-list.ts';
import { responsesOfForm } from '../../../shared/store/responses/response-lists.ts';
import { deleteResponse, getResponse, replaceResponse } from '../../../shared/store/responses/responses.ts';
import {
  createResponse,
  getAnsweredVisit,
  type SubmissionTies,
  saveResponse,
} from '../../../shared/store/responses/submissions.ts';
import { getUpload, putUpload, uploadKey } from '../../../shared/store/responses/uploads.ts';
import { visitKey } from '../../../shared/store/responses/visit-update.ts';
import { recordEvents, visitHash } from '../../../shared/store/responses/visits.ts';
import { dynamodb, tableName } from '../../../shared/store/table.ts';
import { wholeSpan } from '../../../shared/store/timeline.ts';
import { useFaultProxy } from '../../support/cloud/planned-faults.ts';
import { itInAll } from '../../support/in-all.ts';
import { keyedTies, newCaller, storedForm, submit } from '../../support/records/records.ts';
import { countAll } from '../../support/table/counting.ts';
import { readDue } from '../../support/table/due-items.ts';
import { readStream, useTable } from '../../support/table/table.ts';

useTable({ stream: true });
const lose = useFaultProxy();

let caller: Caller;
let form: StoredForm;

beforeAll(async () => {
  caller = await newCaller();
  form = await storedForm(caller);
});

async function itemAt(Key: Key) {
  const { Item } = await dynamodb.send(new GetCommand({ TableName: tableName(), Key, ConsistentRead: true }));
  return Item;
}

async function namesOf({ form: { id } }: StoredForm): Promise<unknown[]> {
  const stored = await getForm(id);
  const list = stored && (await responsesOfForm(caller, id, {}));
  const names: unknown[] = [];
  for await (const { answers } of list?.read({ order: 'asc' }) ?? []) names.push(answers.name);
  return names;
}

const contentOf = (name: string, status: Response['status'] = 'completed') => ({
  formId: form.form.id,
  formVersion: 1,
  environment: form.form.environment,
  status,
  answers: { name },
  notes: [],
  meta: { source: 'browser' as const },
});

async function partialOf(sessionId: string) {
  const context: SubmissionTies = { sessionId, browser: true };
  await createResponse(form, contentOf('Ada', 'partial'), context);
  const visit = await getAnsweredVisit(form, sessionId);
  if (!isOpen(visit)) throw new Error('The visit has no open response');
  return { visit, context };
}

async function dueJobOf(receiverId: string): Promise<DueItem> {
  await startRedrive({ owner: caller.environmentId, receiverId }, wholeSpan);
  for await (const item of readDue(Date.now() + 1000)) {
    if ((await itemAt({ pk: item.pk, sk: item.sk }))?.receiverId === receiverId) return item;
  }
  throw new Error('The job is not due');
}

describe('a write whose answer is lost', () => {
  it('stores a response once that nothing else is written with', async () => {
    const own = await storedForm(caller);
    lose('PutItem');
    const { id } = await submit(own, 'Grace');
    expect((await getResponse(id, own))?.response.answers).toEqual({ name: 'Grace' });
    expect(await namesOf(own)).toEqual(['Grace']);
  });

  it('stores a response once with its key and its visit', async () => {
    const [sessionId, idempotencyKey] = ['session', 'key'];
    lose('TransactWriteItems');
    const response = await createResponse(form, contentOf('Edsger'), keyedTies({ sessionId, idempotencyKey }));
    expect(response).toBeDefined();
    expect((await getIdempotencyRecord(form.form.id, idempotencyKey))?.responseId).toBe(response?.id);
    expect((await getAnsweredVisit(form, sessionId))?.responseId).toBe(response?.id);
  });

  itInAll('stores a response once whose partition takes no more just then', async () => {
    const own = await storedForm(caller);
    lose('PutItem', 'throttle', 'throttle', 'throttle');
    await submit(own, 'Ken');
    expect(await namesOf(own)).toEqual(['Ken']);
  });

  it('saves a response of a visit once, whether the save tells of the visit or not', async () => {
    const { visit, context } = await partialOf('saved');
    lose('UpdateItem');
    expect(await saveResponse(form, visit, { ...visit.read.response, answers: { name: 'Ada L.' } }, context)).toBe(
      true,
    );
    const again = await getAnsweredVisit(form, 'saved');
    if (!isOpen(again)) throw new Error('The visit has no open response');
    expect(again.read.revision).toBe(visit.read.revision + 1);
    lose('TransactWriteItems');
    expect(await saveResponse(form, again, { ...again.read.response, status: 'completed' }, context)).toBe(true);
    expect((await getResponse(again.read.response.id, form))?.revision).toBe(again.read.revision + 1);
  });

  it('changes and deletes a response once', async () => {
    const read = await getResponse((await submit(form)).id, form);
    if (!read) throw new Error('The response is not stored');
    lose('UpdateItem');
    expect(await replaceResponse(read, { ...read.response, answers: { name: 'Alan' } })).toBe(true);
    expect(await replaceResponse(read, { ...read.response, answers: { name: 'Eve' } })).toBe(false);
    const changed = await getResponse(read.response.id, form);
    expect(changed).toMatchObject({ revision: 2, response: { answers: { name: 'Alan' } } });
    lose('TransactWriteItems');
    expect(changed && (await deleteResponse(changed))).toBe(true);
    expect(changed && (await deleteResponse(changed))).toBe(false);
  });

  it('stores events of a visit once', async () => {
    const sessionId = 'events';
    const visitor = { formId: form.form.id, environmentId: caller.environmentId, sessionId };
    const events = [{ type: 'focus' as const, fieldId: 'name', at: new Date().toISOString() }];
    lose('UpdateItem');
    expect(await recordEvents(visitor, { sessionId, events })).toBe(true);
    const key = visitKey(form.form.id, visitHash(sessionId));
    expect((await itemAt(key))?.writes).toBe(1);
    const ofVisit = (await readStream()).filter(change => change.key.pk === key.pk && change.key.sk === key.sk);
    expect(ofVisit).toHaveLength(1);
  });

  it('charges a bucket once, and sees of a charge that was not made what there is', async () => {
    const [sha256, since, limit] = ['0'.repeat(64), Date.now(), { tokens: 60, windowMs: 60_000 }];
    lose('UpdateItem');
    const charged = await chargeBucket(sha256, { since, ms: 3000, until: undefined }, limit);
    expect(charged).toEqual({ charged: true, fullAt: since + 3000 });
    lose('UpdateItem');
    const more = await chargeBucket(sha256, { since, ms: 2000, until: since + 58_000 }, limit);
    expect(more).toEqual({ charged: true, fullAt: since + 5000 });
    const other = await chargeBucket(sha256, { since, ms: 1000, until: undefined }, limit);
    expect(other).toEqual({ charged: false, fullAt: since + 5000 });
  });

  it('stores, changes and deletes a form once', async () => {
    lose('PutItem');
    const own = await storedForm(caller);
    lose('UpdateItem');
    expect(await replaceForm(own, { ...own.form, title: 'Changed' })).toBe(true);
    expect(await replaceForm(own, { ...own.form, title: 'Too late' })).toBe(false);
    const changed = await getForm(own.form.id);
    expect(changed).toMatchObject({ revision: own.revision + 1, form: { title: 'Changed' } });
    lose('TransactWriteItems');
    expect(changed && (await deleteForm(changed))).toBe(true);
  });

  it('stores an upload once', async () => {
    const fileId = newFileId(form.form.id, Date.now());
    const upload = { fileId, formId: form.form.id, environmentId: caller.environmentId, fieldId: 'name' };
    lose('PutItem');
    await putUpload({ ...upload, fileName: 'Ada.txt', contentType: 'text/plain', size: 5 });
    expect(await getUpload(uploadKey(fileId))).toMatchObject(upload);
  });

  it('leases due work to whoever took it, and to nobody else', async () => {
    const job = await dueJobOf(newWebhookId());
    const now = Date.now();
    lose('UpdateItem');
    expect(await lease(job, now)).toBe(true);
    expect(await lease(job, now)).toBe(false);
    lose('UpdateItem');
    expect(await postpone(job, caller.environmentId, now, 1)).toBe(true);
  });

  it('counts an attempt to log in once, and lets one through where one at a time is let through', async () => {
    const email = 'ada@example.com';
    const attempts: unknown[] = [];
    for (let attempt = 0; attempt < 5; attempt++) {
      lose('UpdateItem');
      attempts.push(await countAttempt(email, undefined));
    }
    expect(attempts).toEqual(Array(5).fill({ pair: expect.any(Object), others: expect.any(Array) }));
    expect(await countAttempt(email, undefined)).toBe(5);
  });

  it('makes a transaction once that counts what there may be', async () => {
    const template = newTemplate({ name: 'Help', form: { title: 'Help', fields: [] } });
    const countOf = async () => (await itemAt(keyOf('organization', { org: caller.organizationId })))?.templates ?? 0;
    const before = await countOf();
    lose('TransactWriteItems');
    expect(await createTemplate(template, { caller, action: 'template.created' })).toBe('created');
    expect(await countOf()).toBe(before + 1);
    lose('TransactWriteItems');
    expect(await deleteTemplate(template.id, { caller, action: 'template.deleted' })).toBe(true);
    expect(await deleteTemplate(template.id, { caller, action: 'template.deleted' })).toBe(false);
    expect(await countOf()).toBe(before);
  });

  it('counts changes of the stream once', async () => {
    const own = await storedForm(caller);
    await submit(own);
    await submit(own);
    const changes = (await readStream()).filter(({ key }) => key.pk.includes(own.form.id));
    lose('PutItem');
    await countAll(changes);
    const counted = await countItems({ id: own.form.id, timeline: { partitions: [] }, lagMs: 0 });
    expect(counted).toBe(2);
  });
});
