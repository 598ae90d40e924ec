import { DeleteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from '@jest/globals';
import { storedCounters } from '../../../bench/counting/readers.ts';
import { visitKey } from '../../../bench/counting/visit-items.ts';
import type { ImageChange } from '../../../shared/counting/counter-deltas/counter-delta.ts';
import type { Response } from '../../../shared/domain/responses/response.ts';
import { sealDay } from '../../../shared/store/counters/seal-day.ts';
import { countForms } from '../../../shared/store/forms/form-lists.ts';
import { addShards, deleteForm, getForm, type StoredForm } from '../../../shared/store/forms/forms.ts';
import { keyOf } from '../../../shared/store/keys.ts';
import type { CountedList } from '../../../shared/store/lists/counted-list.ts';
import { countItems } from '../../../shared/store/lists/read-list.ts';
import { responsesOfEnvironment, responsesOfForm } from '../../../shared/store/responses/response-lists.ts';
import { deleteResponse, getResponse, replaceResponse } from '../../../shared/store/responses/responses.ts';
import { dynamodb, getItem, tableName } from '../../../shared/store/table.ts';
import { fc, runs } from '../../support/properties.ts';
import { randomOf } from '../../support/random.ts';
import { newCaller, storedForm, submit } from '../../support/records/records.ts';
import { countAll } from '../../support/table/counting.ts';
import { readStream, useTable } from '../../support/table/table.ts';

const statuses = ['completed', 'partial', 'abandoned'] as const;

/** The same scope, read from the table and not from its counters: what the counters have to come to. */
async function recount({ timeline, id }: CountedList): Promise<number> {
  return countItems({ id: `${id}-uncounted`, timeline, lagMs: 0 });
}

/** The counters alone: those that no row is newer than. */
async function counted(scope: CountedList): Promise<number> {
  return countItems({ ...scope, timeline: { ...scope.timeline, partitions: [] } });
}

async function reload({ form }: StoredForm): Promise<StoredForm> {
  const stored = await getForm(form.id);
  if (!stored) throw new Error('The form is gone');
  return stored;
}

async function changeAtRandom(forms: StoredForm[], responses: Response[], random: () => number): Promise<void> {
  const form = forms[Math.floor(random() * forms.length)];
  const response = responses[Math.floor(random() * responses.length)];
  if (!form) return;
  const dice = random();
  if (dice < 0.6 || !response) {
    responses.push(await submit(await reload(form), 'Ada', statuses[Math.floor(random() * 3)]));
  } else if (dice < 0.97) {
    const owner = forms.find(each => each.form.id === response.formId);
    const read = owner && (await getResponse(response.id, owner));
    const status = statuses[Math.floor(random() * 3)] ?? 'completed';
    if (read && dice < 0.85) await replaceResponse(read, { ...read.response, status });
    else if (read) await deleteResponse(read);
  } else {
    await addShards(await reload(form));
  }
}

/** Delivers as a stream may: in order, but cut into batches anyhow, some of them more than once, some from further back. */
async function deliver(changes: ImageChange[], random: () => number): Promise<void> {
  let position = 0;
  while (position < changes.length) {
    const size = 1 + Math.floor(random() * 60);
    const start = random() < 0.3 ? Math.max(0, position - Math.floor(random() * 40)) : position;
    await countAll(changes.slice(start, position + size));
    position += size;
  }
}

describe('countChanges', () => {
  useTable({ stream: true });

  it('counts each change once, however the stream repeats and cuts its records', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 2 ** 30 }), async seed => {
        const random = randomOf(seed);
        const caller = await newCaller();
        const forms = [await storedForm(caller), await storedForm(caller)];
        const responses: Response[] = [];
        for (let change = 0; change < 120; change++) await changeAtRandom(forms, responses, random);
        const ids = forms.map(({ form }) => form.id);
        const changes = (await readStream()).filter(({ key }) => ids.some(id => key.pk.includes(id)));
        await deliver(changes, random);

        for (const status of [undefined, ...statuses]) {
          const lists = await Promise.all(ids.map(id => responsesOfForm(caller, id, { status })));
          for (const { scope } of [...lists.filter(list => list !== undefined)]) {
            expect(await counted(scope)).toBe(await recount(scope));
          }
          const { scope } = await responsesOfEnvironment(caller, { status });
          expect(await counted(scope)).toBe(await recount(scope));
        }
      }),
      { numRuns: runs(3) },
    );
  });

  it('counts each record of each shard once: of a later stream that numbers lower, and of a shard that lags behind', async () => {
    const caller = await newCaller();
    const stored = await storedForm(caller);
    for (let row = 0; row < 4; row++) await submit(stored);
    const changes = (await readStream()).filter(({ key }) => key.pk.startsWith(`RESPONSES#${stored.form.id}`));
    const of = (sequence: number, from: number, to: number) =>
      changes.slice(from, to).map((change, index) => ({ ...change, sequence: String(sequence + index) }));
    const batches = [
      ['2026-03-01/1', [...of(2000, 0, 1), ...of(2000, 0, 1)]],
      ['2026-03-01/2', of(1500, 1, 2)],
      ['2026-03-02/1', of(7, 2, 3)],
      ['2026-03-01/2', of(1600, 3, 4)],
    ] as const;
    for (const [shard, batch] of [...batches, ...batches]) await countAll(batch, shard);
    const list = await responsesOfForm(caller, stored.form.id, {});
    expect(list && (await counted(list.scope))).toBe(4);
  });

  it('leaves the counters alone when two readers count the same changes at once', async () => {
    const caller = await newCaller();
    const stored = await storedForm(caller);
    for (let row = 0; row < 20; row++) await submit(stored);
    const changes = (await readStream()).filter(({ key }) => key.pk.includes(stored.form.id));
    await Promise.all([countAll(changes), countAll(changes), countAll(changes)]);
    await countAll(changes);
    const list = await responsesOfForm(caller, stored.form.id, {});
    expect(list && (await counted(list.scope))).toBe(20);
  });

  it('brings back no counter of a form whose purge has ended', async () => {
    const caller = await newCaller();
    const { form } = await storedForm(caller);
    const gone = { ...form, id: form.id.replace(/.$/, last => (last === '0' ? '1' : '0')) };
    const stored = {
      form: gone,
      organizationId: caller.organizationId,
      environmentId: caller.environmentId,
      revision: 1,
      shards: 1,
      retiredFields: [],
    };
    await submit(stored);
    const changes = (await readStream()).filter(({ key }) => key.pk.includes(gone.id));
    expect(changes).toHaveLength(1);
    await countAll(changes);
    const { scope } = await responsesOfEnvironment(caller, {});
    expect(await counted({ ...scope, id: gone.id })).toBe(0);
    expect(await counted(scope)).toBe(0);
  });

  it('counts a visit as the stream brings its writes, and nothing when its time is up', async () => {
    const caller = await newCaller();
    const { form } = await storedForm(caller);
    const Key = visitKey(form.id, 'visitor');
    const write = (events: object[], fieldIds: string[]) =>
      dynamodb.send(
        new UpdateCommand({
          TableName: tableName(),
          Key,
          UpdateExpression:
            'SET environmentId = :environment, startedAt = if_not_exists(startedAt, :at), #last = :last, #at = :at, #events = :events ADD focused :fields, writes :one, #views :views',
          ExpressionAttributeNames: { '#last': 'last', '#at': 'at', '#events': 'events', '#views': 'views' },
          ExpressionAttributeValues: {
            ...{ ':environment': caller.environmentId, ':at': '2026-03-01T09:20:00.000Z', ':last': fieldIds.at(-1) },
            ...{ ':events': JSON.stringify(events), ':fields': new Set(fieldIds), ':one': 1, ':views': events.length },
          },
        }),
      );
    await write([{ type: 'view' }], ['name']);
    await write([], ['name', 'email']);
    await dynamodb.send(new DeleteCommand({ TableName: tableName(), Key }));
    const changes = (await readStream()).filter(({ key }) => key.pk === Key.pk);
    expect(changes).toHaveLength(3);
    await countAll(changes);

    const hour = { v: 1, b: 1 };
    const named = (scope: string, counters: object) =>
      Object.entries(counters).map(([name, count]) => [`${scope} HOUR#2026-03-01T09 ${name} 1`, count] as const);
    expect(Object.fromEntries(await storedCounters([form.id, caller.environmentId]))).toEqual(
      Object.fromEntries([
        ...named(form.id, { ...hour, 'f:name': 1, 'f:email': 1, 'd:email': 1 }),
        ...named(caller.environmentId, hour),
      ]),
    );
  });

  it('takes back that a day is sealed when it changes, its last hour too, and for a reader that counts it again', async () => {
    const caller = await newCaller();
    const { form } = await storedForm(caller);
    const day = '2026-03-01';
    const now = Date.parse(day) + 50 * 3_600_000;
    const visit = (sequence: string): ImageChange => {
      const at = '2026-03-01T23:50:00.000Z';
      const after = { environmentId: caller.environmentId, at, startedAt: at, writes: 1 };
      return { key: visitKey(form.id, `visit ${sequence}`), sequence, after };
    };
    const scopes = [form.id, caller.environmentId];
    const isSealed = async (scope: string) => (await getItem(keyOf('dayCounts', { scope, day })))?.counts !== undefined;
    const seal = () => Promise.all(scopes.map(scope => sealDay(scope, day, now)));
    await countAll([visit('1')], 'shard', now);
    expect(await seal()).toEqual([true, true]);
    for (const batch of [[visit('2')], [visit('1'), visit('2')]]) {
      await countAll(batch, 'shard', now);
      expect(await Promise.all(scopes.map(isSealed))).toEqual([false, false]);
      await seal();
      expect(await Promise.all(scopes.map(isSealed))).toEqual([true, true]);
    }
    // Of a day that is too young to be sealed, nothing is written.
    await countAll([visit('3')], 'shard', now - 4 * 3_600_000);
    expect(await Promise.all(scopes.map(isSealed))).toEqual([true, true]);
  });

  it('takes a deleted form off the count of forms', async () => {
    const caller = await newCaller();
    const stored = await storedForm(caller);
    await storedForm(caller);
    expect(await deleteForm(stored)).toBe(true);
    const changes = (await readStream()).filter(({ after }) =>
      JSON.stringify(after ?? {}).includes(caller.environmentId),
    );
    await countAll(changes);
    const counters = [...(await storedCounters([caller.environmentId]))];
    expect(counters.filter(([name]) => name.includes(' F:'))).toEqual([[expect.stringContaining(' F:live '), 1]]);
    // One that no reader of the stream has met is counted as well.
    await storedForm(caller);
    expect(await countForms(caller.environmentId)).toBe(2);
    expect(await countForms(caller.environmentId, 'live')).toBe(2);
    expect(await countForms(caller.environmentId, 'draft')).toBe(0);
  });
});
