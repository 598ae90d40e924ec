import { AsyncResource } from 'node:async_hooks';
import { PutCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { destroyKeysBefore, environmentsWithKeys, keysOf } from '../../../bin/destroy-data-keys/keys.ts';
import { destroyEarlierKeys } from '../../../bin/destroy-data-keys/steps.ts';
import type { Caller } from '../../../shared/domain/accounts/caller.ts';
import { isSealed } from '../../../shared/domain/responses/stored-answers.ts';
import { applyFieldPolicies, sealEnvironment } from '../../../shared/jobs/field-policies.ts';
import { moveAnswers } from '../../../shared/jobs/move-answers.ts';
import { readArchive } from '../../../shared/jobs/retention/archive-content.ts';
import { log } from '../../../shared/log.ts';
import { rotateDataKey } from '../../../shared/store/data-keys.ts';
import { allArchivesOf } from '../../../shared/store/forms/archives.ts';
import { readForms } from '../../../shared/store/forms/form-lists.ts';
import { getForm, replaceForm, type StoredForm } from '../../../shared/store/forms/forms.ts';
import { getSealing } from '../../../shared/store/forms/sealing.ts';
import { getJob, type SealEnvironmentJob } from '../../../shared/store/jobs.ts';
import { keyOf } from '../../../shared/store/keys.ts';
import { putImported } from '../../../shared/store/responses/imported-responses.ts';
import { firstPlace } from '../../../shared/store/responses/moved-responses.ts';
import { responsesOfForm } from '../../../shared/store/responses/response-lists.ts';
import { deleteResponse, readResponse, responseKey } from '../../../shared/store/responses/responses.ts';
import { setRestriction } from '../../../shared/store/responses/restriction.ts';
import { openResponse, showResponse } from '../../../shared/store/responses/sealed-answers.ts';
import { moveResponse } from '../../../shared/store/responses/spam.ts';
import { batchPut, dynamodb, getItem, type Item, updateItem } from '../../../shared/store/table.ts';
import { itInAll } from '../../support/in-all.ts';
import { responseAt } from '../../support/records/old-responses.ts';
import { formWithFields, newCaller, submitAnswers } from '../../support/records/records.ts';
import { keepToRetention, withRetention } from '../../support/records/retention.ts';
import { itemsWith } from '../../support/table/data-subjects.ts';
import { killedAt } from '../../support/table/killed-at.ts';
import { useKms } from '../../support/table/kms.ts';
import { useOwnerBucket } from '../../support/table/owner-bucket.ts';
import { useTable } from '../../support/table/table.ts';

const owner = useOwnerBucket();
useTable();
useKms();

/** Lets the time be set, and everything else be as it is. */
const realTimers = [
  ...(['hrtime', 'nextTick', 'performance', 'queueMicrotask', 'setImmediate', 'clearImmediate'] as const),
  ...(['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] as const),
];
beforeEach(() => {
  owner.open();
  jest.useFakeTimers({ now: Date.now(), doNotFake: [...realTimers] });
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

const day = 24 * 3600_000;
const later = Number.POSITIVE_INFINITY;
const text = (id: string) => ({ id, type: 'text' as const });
const answersOf = (name: string) => ({ name, iban: `DE89 of ${name}`, diagnosis: `the hay fever of ${name}` });
type World = { caller: Caller; form: StoredForm; owned: StoredForm; known: Map<string, StoredForm> };

/** Forms with sealed answers in each place: completed, partial, spam and restricted, in an archive, and in a bucket of an owner. */
async function newWorld(): Promise<World> {
  const caller = await newCaller();
  const definition = {
    fields: [text('name'), text('iban'), text('diagnosis')],
    fieldPolicies: { iban: 'masked' as const, diagnosis: 'encrypted' as const },
  };
  const form = await formWithFields(caller, definition);
  const owned = await inBucketOf(await formWithFields(caller, definition));
  const known = new Map<string, StoredForm>();
  for (const stored of [form, owned]) {
    for (const [index, name] of ['Ada', 'Bea'].entries()) {
      const old = responseAt(stored, Date.now() - (60 - index) * day, { answers: answersOf(name) });
      expect(await putImported(stored, old)).toBe(true);
    }
    const archiving = await withRetention(stored, { days: 30, policy: 'archive' });
    await keepToRetention(archiving);
    for (const name of ['Cid', 'Dan']) known.set((await submitAnswers(archiving, answersOf(name))).id, archiving);
    known.set((await submitAnswers(archiving, answersOf('Eve'), 'partial')).id, archiving);
    const spam = await submitAnswers(archiving, answersOf('Fay'));
    known.set(spam.id, archiving);
    const read = await readResponse(spam.id, archiving);
    if (read) await moveResponse(read, { score: 1, reasons: ['links'], at: new Date().toISOString() });
    const restricted = await submitAnswers(archiving, answersOf('Ida'));
    known.set(restricted.id, archiving);
    await restrict(restricted.id, archiving);
  }
  for (const [id, stored] of known) {
    const item = await getItem(responseKey(id));
    if (item && stored.form.id === owned.form.id) await moveAnswers(item, stored);
  }
  return { caller, form, owned, known };
}

async function restrict(id: string, stored: StoredForm): Promise<void> {
  const read = await readResponse(id, stored);
  if (read) await setRestriction(read, true, []);
}

async function inBucketOf({ form: { id } }: StoredForm): Promise<StoredForm> {
  const read = (await getForm(id)) as StoredForm;
  expect(await replaceForm(read, { ...read.form, storage: owner.storage })).toBe(true);
  return (await getForm(id)) as StoredForm;
}

/** What the service does meanwhile: the jobs that are due. A kill of the command does not reach it. */
const runDueJobs = AsyncResource.bind(async ({ environmentId }: Caller) => {
  const key = keyOf('job', { job: `seal-${environmentId}` });
  const job = (await getJob(key)) as SealEnvironmentJob | undefined;
  if (job && Date.parse(String(job.startsAt)) <= Date.now()) await sealEnvironment(key, job);
  for await (const { form } of readForms(environmentId, { order: 'asc' })) {
    const work = keyOf('sealing', { environmentId, form: form.id });
    if ((await getSealing(work))?.finishedAt === undefined) await applyFieldPolicies(work, later);
  }
});

async function passTime(world: World, ms: number): Promise<void> {
  // The second pass of a job is due a minute after the first.
  const steps = Math.min(3, Math.ceil(ms / 60_000));
  for (let step = 0; step < steps; step++) {
    jest.setSystemTime(Date.now() + Math.ceil(ms / steps));
    await runDueJobs(world.caller);
  }
}

type Told = { lines: string[]; backups: Item[][] };

/** The command for the organization of this world. At each step, another response is submitted. */
async function destroy(world: World, { agrees = true, submits = true } = {}): Promise<Told> {
  const told: Told = { lines: [], backups: [] };
  const submitMore = AsyncResource.bind(async () => {
    if (!submits) return;
    for (const stored of [world.form, world.owned]) {
      const { id } = await submitAnswers(stored, answersOf('Gus'));
      world.known.set(id, stored);
    }
  });
  await destroyEarlierKeys(await environmentsWithKeys({ organization: world.caller.organizationId }), {
    say: line => told.lines.push(line),
    wait: async ms => {
      await submitMore();
      await passTime(world, ms);
    },
    confirm: async question => {
      told.lines.push(question);
      await submitMore();
      return agrees;
    },
    backUp: async () => {
      told.backups.push(await itemsWith(''));
      return 'backup';
    },
  });
  return told;
}

/** Whether each response opens to the answers that its person gave, in the table, in the bucket and in archives. */
async function expectReadable({ form, owned, known }: World): Promise<void> {
  for (const [id, stored] of known) {
    const read = await readResponse(id, stored);
    const opened = read && (await openResponse(stored, read.response)).answers;
    expect(opened).toEqual(answersOf(String(opened?.name)));
  }
  for (const stored of [form, owned]) {
    const rows = [];
    for (const archive of await allArchivesOf(stored.form.id)) {
      for await (const row of readArchive(archive)) rows.push(await openResponse(stored, row as never));
    }
    expect(rows.map(({ answers }) => answers)).toEqual([answersOf('Ada'), answersOf('Bea')]);
  }
}

async function listed({ caller, form }: World) {
  const found = new Map<string, object>();
  const list = await responsesOfForm({ ...caller, role: 'owner' }, form.form.id, {});
  for await (const response of list?.read({ order: 'asc', offset: 0 }) ?? []) found.set(response.id, response);
  return found;
}

const generationsOf = async (world: World) => (await keysOf(world.caller)).map(({ generation }) => generation);

/** As another execution environment sees it, five minutes later. */
const forget = () => jest.setSystemTime(Date.now() + 301_000);

describe('destroying earlier data keys', () => {
  it('shreds who was erased in backups, loses nothing else, and reads as destroyed', async () => {
    const [world, other] = [await newWorld(), await newWorld()];
    await rotateDataKey(other.caller);
    const erased = await submitAnswers(world.form, answersOf('Zoe'));
    const before = await itemsWith('');
    // The command looks for sealed answers there, and in archives and buckets.
    for (const { answers, ...rest } of before) expect(JSON.stringify(rest)).not.toMatch(/\[2,\d+,\\?"[\w-]{30}/);
    const read = await readResponse(erased.id, world.form);
    expect(read && (await deleteResponse(read))).toBe(true);

    const { lines, backups } = await destroy(world);
    expect(await generationsOf(world)).toEqual([2]);
    expect(await generationsOf(other)).toEqual([1, 2]);
    expect(lines.join('\n')).toContain('They show as (destroyed)');
    forget();
    await expectReadable(world);
    await expectReadable(other);
    const events = (await itemsWith('data_key.destroyed')).filter(({ pk }) => pk.includes(world.caller.organizationId));
    expect(events).toMatchObject([{ subjectId: world.caller.environmentId, environment: 'production' }]);
    // Another run has nothing to do.
    expect((await destroy(world)).lines.at(-1)).toBe('There is nothing to do.');

    // A restore to a time after it is as it was.
    await batchPut(backups[0] ?? []);
    await expectReadable(world);
    // One to a time before it brings back who was erased, without the answers.
    const alarm = jest.spyOn(log, 'error');
    const printed = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
    await batchPut(before);
    const destroyed = { name: 'Zoe', iban: '(destroyed)', diagnosis: '(destroyed)' };
    const concealed = { iban: 'destroyed', diagnosis: 'destroyed' };
    expect((await listed(world)).get(erased.id)).toMatchObject({ answers: destroyed, concealed });
    const back = await readResponse(erased.id, world.form);
    expect(back && (await showResponse(world.form, back.response, 'limited'))).toMatchObject({
      answers: { ...destroyed, diagnosis: '••••' },
      concealed: { iban: 'destroyed', diagnosis: 'hidden' },
    });
    expect(alarm).not.toHaveBeenCalled();
    expect(printed.mock.calls.join()).toContain('DestroyedAnswers');
    expect(printed.mock.calls.join()).not.toContain('UnreadableAnswers');
    printed.mockRestore();
    await expectReadable(other);
    // The job of the next rotation passes them over, and the command does too.
    await destroyEarlierKeysAgain(world);
    expect(await generationsOf(world)).toEqual([3]);
    expect((await listed(world)).get(erased.id)).toMatchObject({ answers: destroyed, concealed });
  });

  const destroyEarlierKeysAgain = async (world: World) =>
    destroyEarlierKeys(
      await environmentsWithKeys({ organization: world.caller.organizationId, environment: 'production' }),
      {
        say: () => {},
        wait: ms => passTime(world, ms),
        confirm: async () => true,
        backUp: async () => 'backup',
      },
      { rotate: true },
    );

  itInAll('stops without a change while the bucket of an owner is closed, and names it', async () => {
    const world = await newWorld();
    owner.close();
    await expect(destroy(world)).rejects.toThrow(/cannot be read: acme-answers\./);
    expect(await generationsOf(world)).toEqual([1]);
    owner.open();
    await expect(destroy(world, { agrees: false })).rejects.toThrow('Nothing was destroyed');
    expect(await generationsOf(world)).toEqual([1, 2]);
    await expectReadable(world);
  });

  async function stopsWhereAnswersAreLeft(itemType: 'response' | 'restricted'): Promise<void> {
    const world = await newWorld();
    const { id } = await submitAnswers(world.form, answersOf('Hal'));
    if (itemType === 'restricted') await restrict(id, world.form);
    const place = keyOf(itemType, firstPlace(id));
    const { answers } = ((await getItem(place)) ?? {}) as Partial<Item>;
    await rotateDataKey(world.caller);
    await expect(destroy(world, { agrees: false, submits: false })).rejects.toThrow('Nothing was destroyed.');
    // Somebody puts an item back by hand, after the job of the rotation has run.
    await updateItem(place, { set: { answers } });
    await expect(destroy(world, { submits: false })).rejects.toThrow(`the item ${place.pk} ${place.sk}`);
    expect(await generationsOf(world)).toEqual([1, 2]);
    await destroy(world, { submits: false });
    expect(await generationsOf(world)).toEqual([2]);
    forget();
    await expectReadable(world);
  }

  itInAll(
    'stops with the places where an answer of a response is left, has it encrypted again, and passes over damaged keys',
    () => stopsWhereAnswersAreLeft('response'),
  );

  itInAll(
    'stops with the places where an answer of a restricted response is left, has it encrypted again, and passes over damaged keys',
    () => stopsWhereAnswersAreLeft('restricted'),
  );

  itInAll('tells answers whose key is missing from those whose key was destroyed', async () => {
    const world = await newWorld();
    const { Items = [] } = await dynamodb.send(new ScanCommand({ TableName: process.env.DATA_KEYS_TABLE }));
    await rotateDataKey(world.caller);
    const [environment] = await environmentsWithKeys({ organization: world.caller.organizationId });
    if (!environment) throw new Error('The environment has no keys');
    expect(await destroyKeysBefore(environment, 2)).toBe(1);
    forget();
    const [id = ''] = world.known.keys();
    expect((await listed(world)).get(id)).toMatchObject({ concealed: { iban: 'destroyed' } });
    // A key that is back by hand opens again.
    const key = Items.find(({ sk }) => sk.startsWith(environment.environmentId));
    await dynamodb.send(new PutCommand({ TableName: process.env.DATA_KEYS_TABLE, Item: key }));
    forget();
    await expectReadable(world);
  });

  itInAll('continues after a kill at any call, and loses nothing', async () => {
    const world = await newWorld();
    let call = 0;
    for (let wasKilled = true; wasKilled; ) {
      call += 1;
      wasKilled = await killedAt(call, () => destroy(world, { submits: false }));
      await expectReadable(world);
    }
    expect(await generationsOf(world)).toHaveLength(1);
    expect(call).toBeGreaterThan(50);
    forget();
    await expectReadable(world);
    for (const [id] of world.known) {
      const { answers } = ((await getItem(responseKey(id))) ?? {}) as Partial<Item>;
      const sealed = Object.values(JSON.parse(String(answers ?? '{}'))).filter(isSealed);
      expect(sealed.every(([, generation]) => generation > 1)).toBe(true);
    }
  });
});
