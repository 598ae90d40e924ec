import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { storedBytes } from '../../../../shared/aws/s3/files.ts';
import { hourMs } from '../../../../shared/durations.ts';
import { saveFound } from '../../../../shared/jobs/data-subjects/find.ts';
import { isUploadKey, removeUpload } from '../../../../shared/jobs/purges/upload-removal.ts';
import { keyOf } from '../../../../shared/store/keys.ts';
import { isQuotaFull } from '../../../../shared/store/quotas.ts';
import { requestRecord } from '../../../../shared/store/responses/data-subject-requests.ts';
import { responseKey } from '../../../../shared/store/responses/responses.ts';
import { createResponse } from '../../../../shared/store/responses/submissions.ts';
import { getViews } from '../../../../shared/store/responses/views.ts';
import { visitHash } from '../../../../shared/store/responses/visits.ts';
import { getItem, type Item, updateItem } from '../../../../shared/store/table.ts';
import { itInAll } from '../../../support/in-all.ts';
import { setStatus } from '../../../support/records/completions.ts';
import { deliver, plantPerson, submitAs } from '../../../support/records/planted-person.ts';
import { formWithFields, newCaller } from '../../../support/records/records.ts';
import { savedViews, type ViewContent } from '../../../support/records/saved-views.ts';
import { itemsWith, newRequest, requestOf, runOnce, runToEnd } from '../../../support/table/data-subjects.ts';
import { diesAfter } from '../../../support/table/dies-after.ts';
import { readDue } from '../../../support/table/due-items.ts';
import { useKms } from '../../../support/table/kms.ts';
import { useUploads } from '../../../support/table/s3.ts';
import { useTable } from '../../../support/table/table.ts';

type PlantedPerson = Awaited<ReturnType<typeof plantPerson>>;

/** What is stored of the others, and of what they sent. */
async function storedOfOthers({ others }: PlantedPerson) {
  const items = await Promise.all(others.map(({ id }) => itemsWith(id)));
  const rows = await Promise.all(others.map(({ id }) => itemsWith(id.slice('sub_'.length, 'sub_'.length + 26))));
  return [...items, ...rows].flat().sort((a, b) => (a.pk + a.sk < b.pk + b.sk ? -1 : 1));
}

async function expectGone({ name, theirs, file }: PlantedPerson) {
  for await (const { pk, sk } of readDue(Date.now())) if (isUploadKey({ pk, sk })) await removeUpload({ pk, sk });
  expect(await itemsWith(name)).toEqual([]);
  for (const { id } of theirs) {
    expect(await itemsWith(id)).toEqual([]);
    expect(await itemsWith(id.slice('sub_'.length, 'sub_'.length + 26))).toEqual([]);
  }
  expect(await storedBytes(file)).toBeUndefined();
}

const countsOf = ({ forms }: PlantedPerson, erased: boolean) => ({
  [forms.live.form.id]: { found: 2, erased: erased ? 2 : 0 },
  [forms.archived.form.id]: { found: 1, erased: erased ? 1 : 0 },
  [forms.retired.form.id]: { found: 1, erased: erased ? 1 : 0 },
});

describe('an erasure', () => {
  useTable();
  useKms();
  useUploads();

  it('leaves nothing of the person, and everything of others', async () => {
    const caller = await newCaller();
    const person = await plantPerson(caller);
    const before = await storedOfOthers(person);
    expect(before.length).toBeGreaterThan(6);
    const id = await newRequest(caller, 'erase', { email: person.email });
    const ended = await runToEnd(id);
    expect(ended).toMatchObject({ state: 'done', forms: countsOf(person, true) });
    const receiver = { kind: 'webhook', id: person.webhook.webhook.id, name: 'hooks.example.com' };
    expect(ended.disclosedTo).toEqual([receiver]);
    await expectGone(person);
    expect(await storedOfOthers(person)).toEqual(before);
    // Nor does the request itself say whom it was about.
    expect(JSON.stringify(ended)).not.toContain(person.name);
    expect(ended.fingerprint).toBeUndefined();
  });

  it('removes the saved views that name the person, once, and leaves the others', async () => {
    const caller = await newCaller();
    const email = `${randomUUID()}@example.com`;
    const fields = [{ id: 'email', type: 'email' as const }];
    const [one, other] = [await formWithFields(caller, { fields }), await formWithFields(caller, { fields })];
    const kept: ViewContent[] = [
      { name: 'Everyone' },
      { name: 'Another', filters: { answers: { email: `other-${email}` } } },
      { name: 'Part', filters: { answers: { 'email][contains': email.slice(0, 8) } } },
    ];
    const named: ViewContent[] = [
      { name: `About ${email.toUpperCase()}` },
      { name: 'Search', filters: { q: email } },
      { name: 'List', filters: { answers: { 'email][in': `a@example.com, ${email}` } } },
    ];
    await savedViews(caller, one, [...kept, ...named]);
    await savedViews(caller, other, named);
    for (const stored of [one, other]) await submitAs(stored, { email });
    const id = await newRequest(caller, 'erase', { email });
    expect(await runToEnd(id)).toMatchObject({ state: 'done', views: 6 });
    expect(requestRecord(await requestOf(id))).toMatchObject({ found: 2, erased: 2, views: 6 });
    expect((await getViews(one.form.id)).views.map(({ name }) => name)).toEqual(['Everyone', 'Another', 'Part']);
    expect((await getViews(other.form.id)).views).toEqual([]);
    expect((await itemsWith(email)).map(({ pk }) => pk)).toEqual([keyOf('responseViews', { form: one.form.id }).pk]);
  });

  itInAll(
    'removes saved views by a value of a field that names people, and loses none that is saved meanwhile',
    async () => {
      const caller = await newCaller();
      const customer = { id: 'customer', type: 'text' as const };
      const [marked, common] = [
        await formWithFields(caller, { fields: [{ ...customer, identifies: true }] }),
        await formWithFields(caller, { fields: [customer] }),
      ];
      const views: ViewContent[] = [
        { name: 'Is', filters: { answers: { customer: '4711' } } },
        { name: 'Text', filters: { q: '4711' } },
        { name: 'Other field', filters: { answers: { order: '4711' } } },
        { name: 'Number 4711 of many' },
      ];
      for (const stored of [marked, common]) await savedViews(caller, stored, views);
      const id = await newRequest(caller, 'erase', { fieldId: 'customer', value: 4711 });
      let saved = 0;
      await runToEnd(id, async () => {
        // Someone saves a view before each run of the job.
        await savedViews(caller, marked, [{ name: `New ${++saved}` }]);
        await runOnce(id, 0);
      });
      const namesOf = async ({ form }: typeof marked) => (await getViews(form.id)).views.map(({ name }) => name);
      const added = Array.from({ length: saved }, (_, index) => `New ${index + 1}`);
      expect(await namesOf(marked)).toEqual(['Other field', 'Number 4711 of many', ...added]);
      expect(await namesOf(common)).toEqual(views.map(({ name }) => name));
      expect(await requestOf(id)).toMatchObject({ state: 'done', views: 2 });
    },
  );

  itInAll('finds once what is completed while it searches, and leaves nothing that leads to it', async () => {
    const caller = await newCaller();
    const name = `ada-${randomUUID()}`;
    const stored = await formWithFields(caller, { fields: [{ id: 'name', type: 'text' }] });
    const address = `${name}@example.com`;
    for (const isKnown of [false, true]) {
      const response = await submitAs(stored, { name: address }, { status: 'partial' });
      const id = await newRequest(caller, 'erase', { email: address });
      const item = (await getItem(responseKey(response.id))) as Item;
      const [place, formId] = [{ partition: item.pk, after: item.sk }, stored.form.id];
      if (isKnown) await saveFound(await requestOf(id), place, formId, [item]);
      await setStatus(stored, response, 'completed', Date.now() + hourMs);
      expect(await runToEnd(id)).toMatchObject({ state: 'done', forms: { [formId]: { found: 1, erased: 1 } } });
      expect(await itemsWith(response.id.slice('sub_'.length, 'sub_'.length + 26))).toEqual([]);
    }
  });

  itInAll('is the same when it dies at every request to AWS in turn', async () => {
    const caller = await newCaller();
    const person = await plantPerson(caller);
    const before = await storedOfOthers(person);
    const id = await newRequest(caller, 'erase', { email: person.email });
    let requests = 1;
    let deaths = 0;
    await runToEnd(id, async () => {
      if (!(await diesAfter(requests, () => runOnce(id)))) deaths += 1;
      requests += 1;
    });
    expect(deaths).toBeGreaterThan(40);
    expect(await requestOf(id)).toMatchObject({ state: 'done', forms: countsOf(person, true), failures: 0 });
    await expectGone(person);
    expect(await storedOfOthers(person)).toEqual(before);
  });

  itInAll('is the same when its message comes twice, and when its time is over at once', async () => {
    const caller = await newCaller();
    const person = await plantPerson(caller);
    const id = await newRequest(caller, 'erase', { email: person.email });
    let runs = 0;
    await runToEnd(id, async () => {
      runs += 1;
      await Promise.all([runOnce(id, Date.now() + runs), runOnce(id, Date.now() + runs)]);
    });
    expect(await requestOf(id)).toMatchObject({ state: 'done', forms: countsOf(person, true) });
    await expectGone(person);
  });

  itInAll('counts with what was there when it was asked for', async () => {
    const caller = await newCaller();
    const { email, forms, theirs } = await plantPerson(caller);
    const id = await newRequest(caller, 'erase', { email }, theirs[0]?.submittedAt);
    const late = await submitAs(forms.live, { email });
    expect(await runToEnd(id)).toMatchObject({ forms: { [forms.live.form.id]: { found: 1, erased: 1 } } });
    expect(await itemsWith(late.id.slice(4, 30))).toHaveLength(1);
  });

  itInAll('takes along what has expired and is still stored', async () => {
    const caller = await newCaller();
    const { email, forms } = await plantPerson(caller);
    const { form } = forms.live;
    const now = Date.now() + 1000;
    await updateItem(keyOf('form', { form: form.id }), { set: { expired: { before: now, policy: 'archive' } } });
    const ended = await runToEnd(await newRequest(caller, 'erase', { email }));
    expect(ended.forms[form.id]).toEqual({ found: 2, archived: 0, erased: 2 });
  });

  it('leaves alone what is excepted, also in exports of the person', async () => {
    const caller = await newCaller();
    const { email, forms, theirs } = await plantPerson(caller);
    const kept = String(theirs[0]?.id);
    const ended = await runToEnd(await newRequest(caller, 'erase', { email, except: [kept] }));
    expect(ended.forms[forms.live.form.id]).toMatchObject({ found: 1, erased: 1 });
    expect(await itemsWith(kept.slice('sub_'.length, 'sub_'.length + 26))).not.toEqual([]);
  });

  it('finds by the value of a field, and touches no other environment', async () => {
    const [caller, stranger] = [await newCaller(), await newCaller()];
    const [person, other] = [await plantPerson(caller), await plantPerson(stranger)];
    const live = person.forms.live.form.id;
    const id = await newRequest(caller, 'erase', { fieldId: 'name', value: person.name });
    expect(await runToEnd(id)).toMatchObject({ forms: { [live]: { found: 1, erased: 1 } } });
    const theirs = await newRequest(caller, 'erase', { email: other.email });
    expect(await runToEnd(theirs)).toMatchObject({ state: 'done', forms: {} });
    expect((await itemsWith(other.name)).length).toBeGreaterThan(3);
  });

  itInAll('looks once more for deliveries that were on their way', async () => {
    const caller = await newCaller();
    const { email, theirs, webhook } = await plantPerson(caller);
    const id = await newRequest(caller, 'erase', { email });
    await runOnce(id);
    const { id: responseId = '', formId = '' } = theirs[0] ?? {};
    expect(await itemsWith(responseId)).toEqual([]);
    await deliver(webhook, { id: responseId, formId });
    expect(await itemsWith(responseId)).toHaveLength(1);
    await runToEnd(id);
    expect(await itemsWith(responseId)).toEqual([]);
  });

  itInAll('leaves the visit to another response that it has come to since', async () => {
    const caller = await newCaller();
    const { email, forms } = await plantPerson(caller);
    const sessionId = 'session-of-two-people';
    const first = await submitAs(forms.live, { email }, { sessionId });
    const previous = { responseId: first.id, answered: new Set<string>() };
    const content = {
      formId: first.formId,
      formVersion: 1,
      environment: caller.environment,
      status: 'completed' as const,
    };
    const next = { ...content, answers: { name: 'Grace' }, notes: [], meta: { source: 'browser' as const } };
    await createResponse(forms.live, next, { sessionId, browser: true }, previous);
    await runToEnd(await newRequest(caller, 'erase', { email }));
    const sha256 = visitHash(sessionId);
    const visit = await getItem(keyOf('visit', { form: first.formId, slice: sha256.slice(0, 1), sha256 }));
    expect(visit?.answered).toEqual(new Set(['name']));
  });

  itInAll('is given up after five failing runs, and says so', async () => {
    const caller = await newCaller();
    const { email, forms } = await plantPerson(caller);
    const id = await newRequest(caller, 'erase', { email });
    await updateItem(keyOf('form', { form: forms.live.form.id }), { set: { definition: 'damaged' } });
    for (let run = 0; run < 5; run++) await expect(runOnce(id)).rejects.toThrow('is damaged');
    expect(await requestOf(id)).toMatchObject({ state: 'failed', reason: expect.stringContaining('ask again') });
    expect(await isQuotaFull('dataSubjectRequests', caller)).toBe(false);
  });
});
