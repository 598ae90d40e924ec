import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import type { Caller } from '../../../../shared/domain/accounts/caller.ts';
import { startRequest } from '../../../../shared/jobs/data-subjects/start-request.ts';
import { indexLagMs } from '../../../../shared/jobs/requests.ts';
import { environmentsOf } from '../../../../shared/store/accounts/environments.ts';
import { membersOf } from '../../../../shared/store/accounts/members.ts';
import { getUser } from '../../../../shared/store/accounts/users.ts';
import { type AuditEvent, type AuditFilter, readAuditEvents } from '../../../../shared/store/audit-lists.ts';
import { requestKey, requestRecords } from '../../../../shared/store/responses/data-subject-requests.ts';
import { readAllBatches } from '../../../../shared/store/responses/found-responses.ts';
import { addReply } from '../../../../shared/store/responses/replies.ts';
import {
  getResponse,
  readResponse,
  replaceResponse,
  type StoredResponse,
} from '../../../../shared/store/responses/responses.ts';
import { updateItem } from '../../../../shared/store/table.ts';
import { itInAll } from '../../../support/in-all.ts';
import { submitAs } from '../../../support/records/planted-person.ts';
import { formWithFields, newCaller, storedIntegration } from '../../../support/records/records.ts';
import { letPass } from '../../../support/steady-clock.ts';
import { newRequest, requestOf, runOnce, runToEnd } from '../../../support/table/data-subjects.ts';
import { diesAfter } from '../../../support/table/dies-after.ts';
import { useKms } from '../../../support/table/kms.ts';
import { useUploads } from '../../../support/table/s3.ts';
import { useTable } from '../../../support/table/table.ts';

const fields = [
  { id: 'email', type: 'email' as const },
  { id: 'message', type: 'textarea' as const },
];

/** Creates the responses that a person is found by, one of each kind, and another that is not about them. */
async function plantHits(caller: Caller, email = `${randomUUID()}@example.com`) {
  const stored = await formWithFields(caller, { fields, fieldPolicies: { message: 'encrypted' } });
  const named = await submitAs(stored, { email: email.toUpperCase() });
  const mentioned = await submitAs(stored, { email: 'grace@example.com', message: `Ask <${email}>.` });
  const noted = await submitAs(stored, { email: 'alan@example.com' });
  const other = await submitAs(stored, { email: 'kurt@example.com', message: 'Hello' });
  const read = (await getResponse(noted.id, stored)) as StoredResponse;
  const notes = [{ id: 'note_1', body: `Knows ${email}`, authorId: 'usr_1', createdAt: noted.submittedAt }];
  await replaceResponse(read, { ...read.response, notes });
  const again = (await getResponse(noted.id, stored)) as StoredResponse;
  const reply = {
    ...{ fieldId: 'email', subject: 'Hello', body: `We wrote to ${email}.`, authorId: 'usr_1', memberId: 'usr_1' },
    ...{ createdAt: noted.submittedAt, state: 'sent' as const, baseUrl: 'https://a.example' },
  };
  await addReply(again, ['rpl_1', reply], []);
  return { email, stored, named, mentioned, noted, other };
}

type Planted = Awaited<ReturnType<typeof plantHits>>;

/** The hits of a search by the ends of their sort keys. */
async function hitsOf(id: string) {
  const hits: Record<string, object> = {};
  for await (const { responses } of readAllBatches(id)) {
    for (const { sortKey, ...hit } of responses) hits[sortKey] = hit;
  }
  return hits;
}

const keyOf = ({ id }: { id: string }): string => id.slice('sub_'.length, 'sub_'.length + 26);

const expectedHits = ({ named, mentioned, noted }: Planted) => ({
  [keyOf(named)]: { kind: 'named', fields: ['email'], notes: [], replies: [] },
  [keyOf(mentioned)]: { kind: 'mentioned', fields: ['message'], notes: [], replies: [] },
  [keyOf(noted)]: { kind: 'notes', fields: [], notes: ['note_1'], replies: ['rpl_1'] },
});

const isThere = async ({ stored }: Planted, { id }: { id: string }) => (await readResponse(id, stored)) !== undefined;

const session = (caller: Caller): Caller => ({ ...caller, kind: 'session', role: 'admin' });

/** Returns the events of an organization, oldest first. */
async function eventsOf({ organizationId }: Caller, filter: AuditFilter): Promise<AuditEvent[]> {
  const events: AuditEvent[] = [];
  const options = { order: 'asc', position: undefined, expected: 9 } as const;
  for await (const event of readAuditEvents(organizationId, filter, options)) events.push(event);
  return events;
}

describe('a search, and what starts from it', () => {
  useTable();
  useKms();
  useUploads();

  describe('a search for a person', () => {
    it('finds each kind of hit, stores no address, and forgets all after a week', async () => {
      const caller = await newCaller();
      const [member] = await membersOf(caller.organizationId);
      const { email = '' } = (await getUser(member?.userId ?? '')) ?? {};
      const planted = await plantHits(caller, email);
      const byAddress = await storedIntegration(caller, 'email', { recipients: [email] });
      const byMember = await storedIntegration(caller, 'email', { recipients: [member?.userId ?? ''] });
      await storedIntegration(caller, 'email', { recipients: ['grace@example.com'] });
      const ended = await runToEnd(await newRequest(caller, 'search', { email }));
      expect(ended).toMatchObject({
        state: 'done',
        hits: { named: 1, mentioned: 1, notes: 1, recipients: 2, accounts: 1 },
        forms: { [planted.stored.form.id]: { found: 3, erased: 0 } },
      });
      expect(await hitsOf(ended.id)).toEqual(expectedHits(planted));
      const recipients = [byAddress, byMember].map(({ integration: { id } }) => ({ kind: 'recipients', id }));
      const theirs = ended.addressHits ?? [];
      expect(theirs.toSorted((one, next) => (one.id < next.id ? -1 : 1))).toEqual(
        [...recipients, { kind: 'accounts', id: member?.userId }].sort((one, next) =>
          String(one.id) < String(next.id) ? -1 : 1,
        ),
      );
      expect(JSON.stringify(ended)).not.toContain(email);

      await updateItem(requestKey(ended.id), { set: { hitsUntil: new Date().toISOString() } });
      await runOnce(ended.id);
      const forgotten = await requestOf(ended.id);
      expect(await hitsOf(ended.id)).toEqual({});
      expect([forgotten.fingerprint, forgotten.addressHits, forgotten.hitsUntil]).toEqual([
        undefined,
        undefined,
        undefined,
      ]);
      expect(forgotten.hits).toMatchObject({ named: 1, mentioned: 1 });
    });

    it('fails when it finds more than is expected, and keeps nothing', async () => {
      const caller = await newCaller();
      const { email } = await plantHits(caller);
      const failed = await runToEnd(await newRequest(caller, 'search', { email, responsesMax: 2 }));
      expect(failed).toMatchObject({ state: 'failed' });
      expect([failed.fingerprint, failed.hitsUntil, await hitsOf(failed.id)]).toEqual([undefined, undefined, {}]);
    });

    itInAll('is the same when it dies at every request to AWS in turn, and when its message comes twice', async () => {
      const caller = await newCaller();
      const planted = await plantHits(caller);
      const hits = { named: 1, mentioned: 1, notes: 1, recipients: 0, accounts: 0 };
      const id = await newRequest(caller, 'search', { email: planted.email });
      let requests = 1;
      await runToEnd(id, async () => {
        await diesAfter(requests, () => runOnce(id));
        requests += 1;
      });
      expect([(await requestOf(id)).hits, await hitsOf(id)]).toEqual([hits, expectedHits(planted)]);
      const twice = await newRequest(caller, 'search', { email: planted.email });
      let runs = 0;
      await runToEnd(twice, async () => {
        runs += 1;
        await Promise.all([runOnce(twice, Date.now() + runs), runOnce(twice, Date.now() + runs)]);
      });
      expect([(await requestOf(twice)).hits, await hitsOf(twice)]).toEqual([hits, expectedHits(planted)]);
    });
  });

  describe('an erasure that starts from a search', () => {
    it('erases what is named, until the search, and takes it off the hits', async () => {
      const caller = await newCaller();
      const planted = await plantHits(caller);
      const searchId = await newRequest(caller, 'search', { email: planted.email });
      await runToEnd(searchId);
      letPass(5);
      const late = await submitAs(planted.stored, { email: planted.email });
      const ended = await runToEnd(await newRequest(caller, 'erase', { searchId }));
      expect(ended).toMatchObject({
        state: 'done',
        searchId,
        forms: { [planted.stored.form.id]: { found: 1, erased: 1 } },
      });
      const { named, mentioned, noted } = planted;
      const there = await Promise.all([named, mentioned, noted, late].map(each => isThere(planted, each)));
      expect(there).toEqual([false, true, true, true]);
      const { [keyOf(named)]: _, ...left } = expectedHits(planted);
      expect(await hitsOf(searchId)).toEqual(left);
    });

    it('erases chosen mentions, and no response that is not about the person', async () => {
      const caller = await newCaller();
      const planted = await plantHits(caller);
      const { email, mentioned, noted, other, named } = planted;
      const mentions = [mentioned.id, noted.id, other.id, 'sub_none'];
      const ended = await runToEnd(await newRequest(caller, 'erase', { email, mentions, except: [named.id] }));
      expect(ended.forms[planted.stored.form.id]).toMatchObject({ found: 2, erased: 2 });
      const there = await Promise.all([named, mentioned, noted, other].map(each => isThere(planted, each)));
      expect(there).toEqual([true, false, false, true]);
    });

    it('keeps exceptions with their reasons, in the request and in the trail', async () => {
      const caller = await newCaller();
      const planted = await plantHits(caller);
      const { email, named } = planted;
      const exception = { responseId: named.id, reason: 'Gave it as a contact' };
      const id = await newRequest(caller, 'erase', { email, except: [exception, 'sub_other'] });
      const ended = await runToEnd(id);
      expect([ended.forms, await isThere(planted, named)]).toEqual([{}, true]);
      const [record] = await requestRecords(caller, [ended]);
      expect(record?.except).toEqual([exception, { responseId: 'sub_other', reason: null }]);
      // As an erasure of 0.2.0 has them.
      const [former] = await requestRecords(caller, [{ ...ended, except: [named.id] }]);
      expect(former?.except).toEqual([{ responseId: named.id, reason: null }]);
      const trail = await eventsOf(caller, { subjectId: id });
      expect(trail.map(({ exceptions }) => exceptions)).toEqual([[exception]]);
    });

    it('needs a finished search of the same environment, and no other name', async () => {
      const [caller, stranger] = [await newCaller(), await newCaller()];
      const { email } = await plantHits(caller);
      const searchId = await newRequest(caller, 'search', { email });
      const erase = (by: Caller, body: object) => newRequest(by, 'erase', { searchId, ...body });
      const unknown = { details: [{ field: 'searchId', rule: 'unknown' }] };
      await expect(erase(caller, {})).rejects.toMatchObject(unknown);
      await runToEnd(searchId);
      await expect(erase(stranger, {})).rejects.toMatchObject(unknown);
      await expect(erase(session(caller), { environments: 'all' })).rejects.toMatchObject(unknown);
      await expect(erase(caller, { email })).rejects.toMatchObject({ details: [{ field: 'searchId', rule: 'oneOf' }] });
      const exported = await newRequest(caller, 'export', { email });
      await runToEnd(exported);
      await expect(erase(caller, { searchId: exported })).rejects.toMatchObject(unknown);
      await updateItem(requestKey(searchId), { set: { hitsUntil: new Date().toISOString() } });
      await expect(erase(caller, {})).rejects.toMatchObject(unknown);
    });
  });

  describe('a request over all environments', () => {
    const action = 'data_subject.search_requested';

    /** A caller in each environment of an organization. */
    async function callersOf(caller: Caller): Promise<Caller[]> {
      const environments = await environmentsOf(caller.organizationId);
      const others = environments.filter(({ id }) => id !== caller.environmentId);
      const elsewhere = others.map(({ id, name }) => ({ ...caller, environmentId: id, environment: name }));
      return [caller, ...elsewhere];
    }

    const start = (by: Caller, type: 'search' | 'erase', body: object) =>
      startRequest(type, { responsesMax: 100, ...body }, { caller: by, action });

    it('searches and erases in each, by one call, and says how far each part is', async () => {
      const callers = await callersOf(await newCaller());
      expect(callers.length).toBe(3);
      const caller = session(callers[0] as Caller);
      const email = `${randomUUID()}@example.com`;
      const planted = await Promise.all(callers.map(each => plantHits(each, email)));
      const asked = { email, environments: 'all', deadline: '2030-01-02', note: 'Case 7' };
      const search = await start(caller, 'search', asked);
      expect(search.environments).toHaveLength(3);
      const parts = search.environments ?? [];
      letPass(indexLagMs);
      expect(parts.map(({ environment }) => environment)).toEqual(callers.map(({ environment }) => environment));
      // One part is late: nothing can be erased that nobody has seen.
      await runToEnd(parts[0]?.id ?? '');
      await expect(start(caller, 'erase', { searchId: search.id, environments: 'all' })).rejects.toThrow();
      for (const { id } of parts) await runToEnd(id);
      const requests = await Promise.all(parts.map(({ id }) => requestOf(id)));
      for (const each of requests) {
        expect(each).toMatchObject({ state: 'done', deadline: '2030-01-02T00:00:00.000Z', note: 'Case 7' });
        const [seen] = await requestRecords(caller, [each]);
        expect(seen?.environments?.map(({ id, state, found }) => [id, state, found])).toEqual(
          parts.map(({ id }) => [id, 'done', 3]),
        );
        const [byKey] = await requestRecords({ ...caller, kind: 'secretKey' }, [each]);
        expect(byKey?.environments).toBeNull();
      }

      const kept = planted.map(({ named }) => ({ responseId: named.id, reason: 'A contact' })).slice(1, 2);
      const mentions = [planted[2]?.mentioned.id ?? ''];
      const body = { searchId: search.id, environments: 'all', except: kept, mentions };
      const erasure = await start(caller, 'erase', body);
      letPass(indexLagMs);
      const erasures = await Promise.all((erasure.environments ?? []).map(({ id }) => runToEnd(id)));
      expect(erasures.map(({ state, forms }) => [state, Object.values(forms).map(({ erased }) => erased)])).toEqual([
        ['done', [1]],
        ['done', []],
        ['done', [2]],
      ]);
      // A key of one environment must not see what was chosen in another.
      expect(erasures.map(({ except = [], mentions: chosen = [] }) => [except.length, chosen.length])).toEqual([
        [0, 0],
        [1, 0],
        [0, 1],
      ]);
      const trail = await eventsOf(caller, { action });
      const environments = callers.map(({ environment }) => environment);
      expect(trail.map(({ environment }) => environment).sort()).toEqual([...environments, ...environments].sort());
    });

    it('is for sessions alone, and stores nothing or all', async () => {
      const callers = await callersOf(await newCaller());
      const [key] = callers as [Caller];
      const email = 'ada@example.com';
      await expect(start(key, 'search', { email, environments: 'all' })).rejects.toMatchObject({ status: 403 });
      const last = callers[2] as Caller;
      const counter = { pk: `ORG#${key.organizationId}`, sk: `ENV#${last.environment}` };
      await updateItem(counter, { set: { dataSubjectRequests: 100 } });
      await expect(start(session(key), 'search', { email, environments: 'all' })).rejects.toMatchObject({
        details: [{ rule: 'maxDataSubjectRequests' }],
      });

      expect(await eventsOf(key, { action })).toEqual([]);
    });

    it('by a value, needs a field that names people in one of them', async () => {
      const [caller, other] = (await callersOf(await newCaller())) as [Caller, Caller];
      const body = { fieldId: 'customer', value: 4711, environments: 'all' };
      await expect(start(session(caller), 'search', body)).rejects.toMatchObject({ details: [{ rule: 'identifies' }] });
      await formWithFields(other, { fields: [{ id: 'customer', type: 'text', identifies: true }] });
      expect((await start(session(caller), 'search', body)).environments).toHaveLength(3);
    });
  });
});
