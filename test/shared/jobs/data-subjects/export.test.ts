import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from '@jest/globals';
import { openExport, putExport } from '../../../../shared/aws/s3/exports.ts';
import type { Caller } from '../../../../shared/domain/accounts/caller.ts';
import { consentTextsOf } from '../../../../shared/domain/forms/consent-texts.ts';
import type { Response } from '../../../../shared/domain/responses/response.ts';
import { find } from '../../../../shared/jobs/data-subjects/find.ts';
import { findArchived } from '../../../../shared/jobs/data-subjects/find-archived.ts';
import { runRequest } from '../../../../shared/jobs/data-subjects/run-request.ts';
import { withTemporaryFile } from '../../../../shared/jobs/data-subjects/temporary-file.ts';
import { writeExport } from '../../../../shared/jobs/data-subjects/write-export.ts';
import { writeZip } from '../../../../shared/jobs/data-subjects/write-zip.ts';
import { type DataSubjectRequest, requestKey } from '../../../../shared/store/responses/data-subject-requests.ts';
import { exportedFileIds } from '../../../../shared/store/responses/found-responses.ts';
import { addReply } from '../../../../shared/store/responses/replies.ts';
import { getResponse, replaceResponse, type StoredResponse } from '../../../../shared/store/responses/responses.ts';
import { updateItem } from '../../../../shared/store/table.ts';
import { itInAll } from '../../../support/in-all.ts';
import { setStatus } from '../../../support/records/completions.ts';
import { changed, deliver, plantPerson, submitAs } from '../../../support/records/planted-person.ts';
import { formWithFields, newCaller, storedWebhook } from '../../../support/records/records.ts';
import { savedViews } from '../../../support/records/saved-views.ts';
import {
  itemsWith,
  newRequest,
  requestOf,
  runOnce,
  runToEnd,
  textOfExport,
} from '../../../support/table/data-subjects.ts';
import { diesAfter } from '../../../support/table/dies-after.ts';
import { useKms } from '../../../support/table/kms.ts';
import { useUploads } from '../../../support/table/s3.ts';
import { useTable } from '../../../support/table/table.ts';
import { unzipped } from '../../../support/workbook.ts';

const hour = 3600_000;

async function fileOf(caller: Caller, id: string) {
  const text = await textOfExport(caller.environmentId, id);
  return text === undefined ? undefined : JSON.parse(text);
}

/** Returns the files of an export's archive by their paths. */
async function archiveOf(id: string): Promise<Map<string, string>> {
  const content = await openExport(await requestOf(id), 'zip');
  return unzipped(content ? await buffer(content) : new Uint8Array());
}

const owner = (caller: Caller): Caller => ({ ...caller, kind: 'session', role: 'owner' });

const exportOf = async (caller: Caller, email: string) => {
  const { id } = await runToEnd(await newRequest(caller, 'export', { email }));
  return { id, file: await fileOf(caller, id) };
};

/** Runs an export's searches. Returns the request as the run finds it that writes the file. */
async function searched(id: string): Promise<DataSubjectRequest> {
  const found = await find(await requestOf(id), Date.now() + hour);
  const request = found && (await findArchived(found, Date.now() + hour));
  if (!request) throw new Error('The request was not searched');
  return request;
}

describe('an export', () => {
  useKms();
  useTable();
  useUploads();

  it('masks answers as the form does, unless an owner has asked for them whole', async () => {
    const caller = await newCaller();
    const email = `${randomUUID()}@example.com`;
    const fieldPolicies = { iban: 'masked' as const };
    const fields = [
      { id: 'email', type: 'email' as const },
      { id: 'iban', type: 'text' as const },
    ];
    const stored = await formWithFields(caller, { fields, fieldPolicies });
    await submitAs(stored, { email, iban: 'DE02120300000000202051' });
    const answersIn = async (includeMasked: boolean) => {
      const { id } = await runToEnd(await newRequest(owner(caller), 'export', { email, includeMasked }));
      return (await fileOf(caller, id)).responses.map(({ answers }: Response) => answers);
    };
    expect(await answersIn(false)).toEqual([{ email, iban: '••••2051' }]);
    expect(await answersIn(true)).toEqual([{ email, iban: 'DE02120300000000202051' }]);
  });

  it('has the replies by email to a response, and lists the saved views that name the person', async () => {
    const caller = await newCaller();
    const email = `${randomUUID()}@example.com`;
    const stored = await formWithFields(caller, { fields: [{ id: 'email', type: 'email' as const }] });
    const { id } = await submitAs(stored, { email });
    const read = (await getResponse(id, stored)) as StoredResponse;
    const reply = {
      ...{ fieldId: 'email', subject: 'Your order', body: 'We have sent it.', authorId: 'usr_1', memberId: 'usr_1' },
      ...{ createdAt: new Date().toISOString(), state: 'sent' as const, baseUrl: 'https://a.example' },
    };
    expect(await addReply(read, ['rpl_1', reply], [])).toBe(true);
    const [view] = await savedViews(caller, stored, [{ name: 'One', filters: { q: email } }, { name: 'Other' }]);
    const { file } = await exportOf(caller, email);
    const { authorId: _, memberId: __, baseUrl: ___, ...shown } = reply;
    expect(file.responses).toMatchObject([{ id, replies: [{ id: 'rpl_1', ...shown }] }]);
    expect(file.views).toEqual([{ id: view?.id, formId: stored.form.id, name: 'One', filters: { q: email } }]);
  });

  it('has the notes of the team only if it is asked for them, or was before anyone could ask', async () => {
    const caller = await newCaller();
    const email = `${randomUUID()}@example.com`;
    const stored = await formWithFields(caller, { fields: [{ id: 'email', type: 'email' as const }] });
    const { id } = await submitAs(stored, { email });
    const read = (await getResponse(id, stored)) as StoredResponse;
    const note = { id: 'note_1', body: 'Ask again', authorId: 'usr_1', createdAt: new Date().toISOString() };
    await replaceResponse(read, { ...read.response, notes: [note] });
    const notesOf = async (request: string) => {
      await runToEnd(request);
      return (await fileOf(caller, request)).responses.map(({ notes }: Response) => notes);
    };
    expect(await notesOf(await newRequest(caller, 'export', { email }))).toEqual([[]]);
    expect(await notesOf(await newRequest(caller, 'export', { email, include: ['notes'] }))).toEqual([[note]]);
    const earlier = await newRequest(caller, 'export', { email });
    await updateItem(requestKey(earlier), { remove: ['include'] });
    expect(await notesOf(earlier)).toEqual([[note]]);
  });

  it('explains itself: what the answers mean, what was agreed to, who got them, and until when they are kept', async () => {
    const caller = { ...(await newCaller()), name: 'Case tool' };
    const email = `${randomUUID()}@example.com`;
    const fields = [
      { id: 'email', type: 'email' as const, label: 'Your email' },
      { id: 'old', type: 'text' as const, label: 'Your town' },
      { id: 'news', type: 'consent' as const, text: 'I want news.' },
    ];
    const texts = { de: { title: 'Kontakt', fields: { email: { label: 'Ihre E-Mail' } } } };
    const privacy = { controller: 'Acme Ltd', purpose: 'News' };
    const content = { fields, privacy, language: 'en', texts, retention: { days: 10 } };
    const stored = await formWithFields(caller, content);
    const at = new Date().toISOString();
    const [text] = consentTextsOf(stored.form);
    const consents = { news: { textHash: text?.textHash ?? '', language: 'en', at, by: 'visitor' as const } };
    const { id, submittedAt } = await submitAs(stored, { email, old: 'Leeds', news: true });
    const read = (await getResponse(id, stored)) as StoredResponse;
    const meta = { ...read.response.meta, consents };
    await replaceResponse(read, { ...read.response, meta });
    await changed(stored, { fields: fields.filter(field => field.id !== 'old') });
    const webhook = await storedWebhook(caller);
    await deliver(webhook, { id, formId: stored.form.id }, Date.parse(submittedAt));
    const request = await runToEnd(await newRequest(caller, 'export', { email, language: 'de' }));
    const file = await fileOf(caller, request.id);
    expect(file).toMatchObject({ requestedBy: 'Case tool', language: 'de' });
    expect(file.forms).toMatchObject([
      {
        title: 'Kontakt',
        fields: [
          { id: 'email', label: 'Ihre E-Mail' },
          { id: 'news', type: 'consent' },
          { id: 'old', label: 'Your town', former: true },
        ],
        privacy,
        consentTexts: [{ textHash: text?.textHash, fieldId: 'news', language: 'en', text: 'I want news.' }],
      },
    ]);
    const { host } = new URL(webhook.webhook.url);
    const removedAt = Date.parse(submittedAt) + 11 * 24 * hour;
    expect(file.responses).toMatchObject([
      {
        answers: { email, old: 'Leeds', news: true },
        meta: { consents },
        recipients: [{ kind: 'webhook', id: webhook.webhook.id, name: host, event: 'response.created' }],
        keptUntil: new Date(removedAt).toISOString(),
      },
    ]);
  });

  it('finds by a field only in forms where it names a person', async () => {
    const caller = await newCaller();
    const value = randomUUID();
    const town = { id: 'town', type: 'text' as const };
    const marked = await formWithFields(caller, { fields: [{ ...town, identifies: true }] });
    const common = await formWithFields(caller, { fields: [town] });
    const { id } = await submitAs(marked, { town: value });
    await submitAs(common, { town: value });
    const request = await runToEnd(await newRequest(caller, 'export', { fieldId: 'town', value }));
    expect((await fileOf(caller, request.id)).responses.map((each: Response) => each.id)).toEqual([id]);
  });

  itInAll('fails when it finds more than one person can have, and neither writes nor erases anything', async () => {
    const caller = await newCaller();
    const email = `${randomUUID()}@example.com`;
    const stored = await formWithFields(caller, { fields: [{ id: 'email', type: 'email' as const }] });
    const theirs = [await submitAs(stored, { email }), await submitAs(stored, { email })];
    for (const type of ['export', 'erase'] as const) {
      const request = await runToEnd(await newRequest(caller, type, { email, responsesMax: 1 }));
      expect(request).toMatchObject({ state: 'failed', reason: expect.stringContaining('more than 1 responses') });
      expect(await fileOf(caller, request.id)).toBe(undefined);
    }
    for (const { id } of theirs) expect(await getResponse(id, stored)).toBeDefined();
    expect(await runToEnd(await newRequest(caller, 'erase', { email, responsesMax: 2 }))).toMatchObject({
      state: 'done',
    });
    for (const { id } of theirs) expect(await getResponse(id, stored)).toBe(undefined);
  });

  it('has the responses of the person with what belongs to them, and nobody else', async () => {
    const caller = await newCaller();
    const { name, email, file, forms, theirs } = await plantPerson(caller);
    const exported = await exportOf(caller, email);
    const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);
    expect(exported.file.responses.map(({ id }: { id: string }) => id).sort()).toEqual(
      theirs.map(({ id }) => id).sort(),
    );
    expect(exported.file.responses.find(({ id }: { id: string }) => id === theirs[0]?.id)).toEqual({
      ...theirs[0],
      handling: 'open',
      replies: [],
      keptUntil: null,
      recipients: [],
      files: [{ id: file.fileId, fieldId: 'cv', name: `${name}.txt`, contentType: 'text/plain', size: 5 }],
      visit: { startedAt: theirs[0]?.submittedAt, focused: [], answered: ['cv', 'email', 'name'] },
    });
    expect(exported.file).toMatchObject({
      request: exported.id,
      environment: 'production',
      forms: [forms.live, forms.archived, forms.retired].map(({ form }) => ({ id: form.id })).sort(byId),
    });
    expect(await requestOf(exported.id)).toMatchObject({ state: 'done', file: { files: 1 } });
    expect(await exportedFileIds(exported.id)).toEqual([file.fileId]);
    expect(JSON.stringify(await itemsWith(exported.id))).not.toContain(name);
  });

  it('is an archive with a page for the person, and the files that fit', async () => {
    const caller = await newCaller();
    const { email, name } = await plantPerson(caller);
    const request = await runToEnd(await newRequest(caller, 'export', { email }));
    const path = `files/0001-${name}.txt`;
    const archive = await archiveOf(request.id);
    expect([...archive.keys()]).toEqual(['data.json', path, 'index.html']);
    expect(archive.get(path)).toBe('hello');
    expect(JSON.parse(archive.get('data.json') ?? '')).toEqual(await fileOf(caller, request.id));
    expect(archive.get('index.html')).toContain(`href="${path}"`);
    expect(await requestOf(request.id)).toMatchObject({ zip: { files: 1 } });
    await writeZip(await requestOf(request.id), 0, { count: 9, bytes: 4 });
    expect((await archiveOf(request.id)).get('index.html')).toContain('not in this archive');
    expect(await requestOf(request.id)).toMatchObject({ zip: { files: 0 } });
  });

  it('that an earlier version has written ends without an archive', async () => {
    const caller = await newCaller();
    const id = await newRequest(caller, 'export', { email: 'ada@example.com' });
    const names = { environmentId: caller.environmentId, id };
    const head = { request: id, environment: 'production', createdAt: new Date().toISOString(), forms: [], views: [] };
    const content = `${JSON.stringify(head).slice(0, -1)},"responses":[\n]}\n`;
    await withTemporaryFile([content], file => putExport(names, 'json', file));
    const file = { bytes: content.length, files: 0, expiresAt: new Date(Date.now() + hour).toISOString() };
    await updateItem(requestKey(id), { set: { state: 'running', step: 3, file } });
    const ended = await runToEnd(id);
    expect({ state: ended.state, file: ended.file, zip: ended.zip }).toEqual({ state: 'done', file, zip: undefined });
  });

  itInAll('has what was completed since it was found, as it is then', async () => {
    const caller = await newCaller();
    const { email, theirs, forms } = await plantPerson(caller);
    const id = await newRequest(caller, 'export', { email });
    await find(await requestOf(id), Date.now() + hour);
    const [, partial = theirs[0] as Response] = theirs;
    const completed = await setStatus(forms.live, partial, 'completed', Date.now() + hour);
    await runToEnd(id);
    const { responses } = await fileOf(caller, id);
    const found = responses.filter((each: Response) => each.id === partial.id);
    expect(found).toMatchObject([{ status: 'completed', submittedAt: completed?.submittedAt }]);
    expect(responses).toHaveLength(theirs.length);
  });

  itInAll('is the same when it dies at every request to AWS in turn', async () => {
    const caller = await newCaller();
    const { email, theirs } = await plantPerson(caller);
    const id = await newRequest(caller, 'export', { email });
    let requests = 0;
    await runToEnd(id, async () => {
      requests += 1;
      await diesAfter(requests, () => runOnce(id));
    });
    const { responses } = await fileOf(caller, id);
    expect(responses.map((each: { id: string }) => each.id).sort()).toEqual(theirs.map(each => each.id).sort());
    expect([...(await archiveOf(id)).keys()]).toHaveLength(3);
    const found = Object.values((await requestOf(id)).forms).reduce((sum, each) => sum + each.found, 0);
    expect({ found, deaths: requests > 8 }).toEqual({ found: 4, deaths: true });
  });

  it('stays whole when a run goes on that another has overtaken', async () => {
    const caller = await newCaller();
    const email = `${randomUUID()}@example.com`;
    const stored = await formWithFields(caller, { fields: [{ id: 'email', type: 'email' as const }] });
    const { id: responseId } = await submitAs(stored, { email });
    const id = await newRequest(caller, 'export', { email });
    const until = Date.now() + hour;
    const overtaken = await searched(id);
    await runToEnd(id);
    const [file, archive] = [await fileOf(caller, id), await archiveOf(id)];
    expect(file.responses).toMatchObject([{ id: responseId }]);
    expect(await writeExport(overtaken, until)).toBeUndefined();
    expect(await fileOf(caller, id)).toEqual(file);
    const zipping = { ...overtaken, file: (await requestOf(id)).file, revision: overtaken.revision + 1 };
    expect(await writeZip(zipping, until)).toBeUndefined();
    expect([...(await archiveOf(id))]).toEqual([...archive]);
  });

  it('of nobody is an empty one', async () => {
    const caller = await newCaller();
    const { id, file } = await exportOf(caller, 'nobody@example.com');
    expect(file).toMatchObject({ request: id, forms: [], responses: [] });
  });

  itInAll('goes when its time is over, and not when a message comes twice', async () => {
    const caller = await newCaller();
    const { email } = await plantPerson(caller);
    const { id, file } = await exportOf(caller, email);
    await runRequest(requestKey(id), Date.now() + hour);
    expect(await fileOf(caller, id)).toEqual(file);
    const expiresAt = new Date().toISOString();
    await updateItem(requestKey(id), { set: { file: { bytes: 1, files: 1, expiresAt } } });
    await runRequest(requestKey(id), Date.now() + hour);
    expect(await fileOf(caller, id)).toBeUndefined();
    expect(await exportedFileIds(id)).toEqual([]);
    const ended = await requestOf(id);
    expect({ state: ended.state, file: ended.file }).toEqual({ state: 'done', file: undefined });
  });

  itInAll('goes with an erasure of somebody who is in it, and stays with others', async () => {
    const caller = await newCaller();
    const person = await plantPerson(caller);
    const [theirs, other] = [await exportOf(caller, person.email), await exportOf(caller, 'ada@example.com')];
    await runToEnd(await newRequest(caller, 'erase', { email: person.email }));
    expect(await fileOf(caller, theirs.id)).toBeUndefined();
    expect((await requestOf(theirs.id)).file).toBeUndefined();
    expect((await fileOf(caller, other.id)).responses).toHaveLength(1);
  });

  itInAll('that is being made is waited for by an erasure', async () => {
    const caller = await newCaller();
    const person = await plantPerson(caller);
    const exporting = await newRequest(caller, 'export', { email: person.email });
    const erasing = await newRequest(caller, 'erase', { email: person.email });
    for (let run = 0; run < 5; run++) await runOnce(erasing);
    expect(await requestOf(erasing)).toMatchObject({ state: 'running', step: 5 });
    await runToEnd(exporting);
    expect(await runToEnd(erasing)).toMatchObject({ state: 'done' });
    expect((await fileOf(caller, exporting)).responses).toEqual([]);
  });

  itInAll('fails when it is larger than a person can be, and forgets what it found', async () => {
    const caller = await newCaller();
    const { email } = await plantPerson(caller);
    const id = await newRequest(caller, 'export', { email });
    expect(await writeExport(await searched(id), Date.now() + hour, 500)).toBeDefined();
    expect(await runToEnd(id)).toMatchObject({ state: 'failed', reason: expect.stringContaining('more than 64 MB') });
    expect(await itemsWith(`SUBJECT#${id}`)).toHaveLength(1);
    expect(await fileOf(caller, id)).toBeUndefined();
  });
});
