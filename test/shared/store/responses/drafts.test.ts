import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type Handler, invoke } from '../../../../bench/invoke.ts';
import { handler as getDraft } from '../../../../functions/drafts/get-draft.ts';
import { handler as keepDraft } from '../../../../functions/drafts/keep-draft.ts';
import { handler as resumeDraft } from '../../../../functions/drafts/resume-draft.ts';
import { handler as createSubmission } from '../../../../functions/submissions/create-submission.ts';
import { deltaOf } from '../../../../shared/counting/counter-deltas/change-delta.ts';
import { newForm } from '../../../../shared/domain/forms/stored-form.ts';
import { log } from '../../../../shared/log.ts';
import { putForm } from '../../../../shared/store/forms/forms.ts';
import { responseKey } from '../../../../shared/store/responses/responses.ts';
import { visitKey } from '../../../../shared/store/responses/visit-update.ts';
import { visitHash } from '../../../../shared/store/responses/visits.ts';
import { dynamodb, tableName } from '../../../../shared/store/table.ts';
import type { Json } from '../../../support/cloud/http.ts';
import { newCaller } from '../../../support/records/records.ts';
import { useTable } from '../../../support/table/table.ts';

useTable();

let publishableKey: string;
let formId: string;
let count = 0;
let link: string;
let session: string;

beforeAll(async () => {
  log.setLogLevel('SILENT');
  const caller = await newCaller();
  const fields = ['name', 'city'].map(id => ({ id, type: 'text' as const }));
  const form = newForm({ title: 'Contact', status: 'live', fields, ui: { saveAndResume: true } }, caller.environment);
  await putForm(form, caller);
  publishableKey = caller.publishableKey;
  formId = form.id;
});
beforeEach(() => {
  count += 1;
  link = `visit-of-the-link-${count}`;
  session = `visit-of-somebody-${count}`;
});

const call = async (handler: unknown, of: string, request: object): Promise<Json> =>
  JSON.parse(
    await invoke(handler as Handler, {
      headers: { 'x-publishable-key': publishableKey, 'x-session-id': of },
      pathParameters: { id: formId, formId },
      ...request,
    }),
  );
const save = (of: string, body: object, status = 'partial') => call(createSubmission, of, { query: { status }, body });
const keep = (of: string) => call(keepDraft, of, { body: {} });
const resume = (from: string, to: string) => call(resumeDraft, from, { body: { session: to } });

const visitOf = async (of: string): Promise<Json> =>
  (await dynamodb.send(new GetCommand({ TableName: tableName(), Key: visitKey(formId, visitHash(of)) }))).Item;

describe('going on from a link', () => {
  it('moves the visit and its response to the new session, and ends the one in the link', async () => {
    const { id } = await save(link, { name: 'Ada' });
    await keep(link);
    const before = await visitOf(link);
    expect(await resume(link, session)).toEqual({ answers: { name: 'Ada' }, withheld: [] });

    const { draft, draftUntil, ...kept } = before;
    const moved = { ...kept, ...visitKey(formId, visitHash(session)), movedFrom: visitHash(link) };
    expect(await visitOf(session)).toEqual(moved);
    expect(await visitOf(link)).toBeUndefined();
    expect((await save(session, { city: 'London' })).id).toBe(id);
    expect((await save(session, {}, 'completed')).id).toBe(id);
  });

  it('lets whoever made the link neither read nor change what comes after', async () => {
    const { id } = await save(link, { name: 'Mallory' });
    await keep(link);
    await resume(link, session);
    await save(session, { name: 'Ada', city: 'London' });
    await expect(keep(link)).rejects.toThrow('404');
    await expect(resume(link, 'a-session-of-mallory')).rejects.toThrow('404');
    const other = await save(link, { name: 'Mallory' });
    expect(other.id).not.toBe(id);
    await keep(link);
    expect((await resume(link, 'a-session-of-mallory')).answers).toEqual({ name: 'Mallory' });
    expect((await save(session, { city: 'Paris' })).id).toBe(id);
  });

  it('is answered again to the session that it was moved to, whose first answer may be lost', async () => {
    await save(link, { name: 'Ada' });
    await keep(link);
    const first = await resume(link, session);
    expect(await resume(link, session)).toEqual(first);
    await save(session, {}, 'completed');
    await expect(resume(link, session)).rejects.toThrow('404');
  });

  it('is for one of two who open the link at once', async () => {
    await save(link, { name: 'Ada' });
    await keep(link);
    const both = await Promise.allSettled([resume(link, session), resume(link, `${session}-too`)]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('moves nothing to a session that has a visit of its own', async () => {
    await save(link, { name: 'Ada' });
    await keep(link);
    await save(session, { name: 'Grace' });
    await expect(resume(link, session)).rejects.toThrow('404');
    expect(await visitOf(link)).toMatchObject({ draft: expect.any(String) });
  });

  it('is left to a script of an earlier version, which reads the draft and keeps the session of the link', async () => {
    const { id } = await save(link, { name: 'Ada' });
    await keep(link);
    const read = () => call(getDraft, link, {});
    expect(await read()).toEqual({ answers: { name: 'Ada' }, withheld: [], expiresAt: expect.any(String) });
    expect((await save(link, { city: 'London' })).id).toBe(id);
    expect((await read()).answers).toEqual({ name: 'Ada', city: 'London' });
    expect((await resume(link, session)).answers).toEqual({ name: 'Ada', city: 'London' });
    await expect(read()).rejects.toThrow('404');
  });

  it('counts nothing again', async () => {
    await save(link, { name: 'Ada' });
    await keep(link);
    await resume(link, session);
    const { movedFrom, ...first } = await visitOf(session);
    const key = visitKey(formId, visitHash(session));
    expect(deltaOf({ key, sequence: '1', after: { ...first, movedFrom } })).toBeUndefined();
    expect(deltaOf({ key, sequence: '1', after: first })?.additions).not.toEqual([]);
  });

  it('names the new session in the response, which the team’s changes and a purge go by', async () => {
    const { id } = await save(link, { name: 'Ada' });
    await keep(link);
    await resume(link, session);
    const { Item } = await dynamodb.send(new GetCommand({ TableName: tableName(), Key: responseKey(id) }));
    expect(Item).toMatchObject({ visit: visitHash(session), revision: 2 });
  });
});
