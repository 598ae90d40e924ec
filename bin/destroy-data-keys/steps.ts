import { policedFields } from '../../shared/domain/responses/policed-fields.ts';
import { dayMs, minuteMs } from '../../shared/durations.ts';
import { isStorageUnreachable } from '../../shared/errors.ts';
import { anonymousIn, auditWrite } from '../../shared/store/audit.ts';
import { cacheSeconds, getDestroyedGeneration, rotateDataKey } from '../../shared/store/data-keys.ts';
import { type Archive, allArchivesOf, getArchive } from '../../shared/store/forms/archives.ts';
import { readForms } from '../../shared/store/forms/form-lists.ts';
import { getSealingOf, startOf } from '../../shared/store/forms/sealing.ts';
import { sealEnvironmentItem, startOfSealEnvironment } from '../../shared/store/jobs.ts';
import { putItem, writeIfUnchanged } from '../../shared/store/table.ts';
import { putWrite } from '../../shared/store/writes.ts';
import { CommandError } from '../command/command-error.ts';
import { destroyKeysBefore, type Environment, keysOf } from './keys.ts';
import { resealArchive } from './reseal-archive.ts';
import { type Doomed, type Survey, survey } from './survey.ts';

/** What the steps need from outside. */
type Outside = {
  say: (line: string) => void;
  wait: (ms: number) => Promise<void>;
  /** Asks a person, and returns whether they agree. */
  confirm: (question: string) => Promise<boolean>;
  /** Backs up the table, and returns the name of the backup once it can be restored. */
  backUp: () => Promise<string>;
};

/** A key that stays: the environment's newest, which the rotation has created. */
type Kept = Environment & { readonly generation: number; readonly createdAt: number };

/** How long after a rotation the job starts. By then every function seals with the new key. */
const sealedAfterMs = (cacheSeconds + 60) * 1000;

/** A function reads the key, and stores what it sealed before it ends: after 15 minutes at most. */
const settledAfterMs = cacheSeconds * 1000 + 15 * minuteMs;

/** The pause between two surveys: a response that moves while one reads is found by the other. */
const betweenSurveysMs = 10 * minuteMs;

/** How long a rotation counts for a command that is run again. */
const rotationCountsMs = dayMs;

/**
 * Destroys the earlier data keys of these environments. Each step may be killed and repeated: run it again, and it
 * continues with the rotation that it had made.
 */
export async function destroyEarlierKeys(
  environments: readonly Environment[],
  outside: Outside,
  options: { rotate?: boolean } = {},
): Promise<void> {
  const { say, wait, confirm, backUp } = outside;
  await checkBuckets(environments, say);
  const kept: Kept[] = [];
  for (const environment of environments) {
    const key = await rotated(environment, options, say);
    if (key) kept.push(key);
  }
  if (kept.length === 0) return say('There is nothing to do.');
  for (const each of kept) await untilJobHasRun(each, outside);
  for (const each of kept) await resealArchives(each, outside);
  const settledAt = Math.max(...kept.map(({ createdAt }) => createdAt)) + settledAfterMs;
  if (Date.now() < settledAt) {
    say(`Waiting until ${timeOf(settledAt)}, when no function can store answers that were sealed before the rotation.`);
    await wait(settledAt - Date.now());
  }
  await expectNothingLeft(kept, say);
  say('Reading everything again in ten minutes.');
  await wait(betweenSurveysMs);
  await expectNothingLeft(kept, say);
  const backup = await backUp();
  say(`The table is backed up: ${backup}. After a restore from it, or to a later time, all answers are readable.`);
  if (!(await confirm(whatIsLost(kept)))) throw new CommandError('Nothing was destroyed.');
  for (const { organizationId, name, generation, ...rest } of kept) {
    const destroyed = await destroyKeysBefore({ organizationId, name, environmentId: rest.environmentId }, generation);
    say(`${organizationId} ${name}: ${destroyed} keys before generation ${generation} destroyed.`);
  }
  say('Functions forget them within five minutes.');
}

/** Reads everything without changing anything, and says what it found. Throws if the bucket of an owner is closed. */
export async function checkBuckets(environments: readonly Environment[], say: Outside['say']): Promise<void> {
  const doomed: Doomed[] = [];
  for (const each of environments) {
    const generations = new Set((await keysOf(each)).map(({ generation }) => generation));
    doomed.push({ ...each, generations });
    say(`${each.organizationId} ${each.name}: keys of generation ${[...generations].join(', ')}`);
  }
  const found = await survey(doomed);
  say(
    `${found.responses} responses read, in the table, in buckets of owners and in archives: ${found.answers} sealed answers.`,
  );
  refuseClosed(found);
}

function refuseClosed({ closed }: Survey): void {
  if (closed.size === 0) return;
  throw new CommandError(
    `The answers or archives in these buckets cannot be read: ${[...closed].join(', ')}. Nothing was destroyed. Have their owners restore access (docs/owner-storage.md), and run this again.`,
  );
}

/** Rotates the key, or takes a rotation of the last day. Returns undefined if its earlier keys are destroyed already. */
async function rotated(
  environment: Environment,
  { rotate = false }: { rotate?: boolean },
  say: Outside['say'],
): Promise<Kept | undefined> {
  const { organizationId, name } = environment;
  const keys = await keysOf(environment);
  const newest = keys.at(-1);
  if (!newest) return undefined;
  const isRecent = !rotate && newest.createdAt > Date.now() - rotationCountsMs;
  if (isRecent && keys.length > 1) {
    say(
      `${organizationId} ${name}: taking the rotation of ${timeOf(newest.createdAt)}. Whom you erased before is shredded.`,
    );
    return { ...environment, ...newest };
  }
  if (isRecent && newest.generation === (await getDestroyedGeneration(environment)) + 1 && newest.generation > 1) {
    say(`${organizationId} ${name}: the earlier keys were destroyed already. --rotate starts again.`);
    return undefined;
  }
  await rotateDataKey(environment);
  await startJob(environment, Date.now() + sealedAfterMs, 'rotated');
  const made = (await keysOf(environment)).at(-1);
  if (!made) throw new CommandError(`The organization ${organizationId} was deleted meanwhile.`);
  say(`${organizationId} ${name}: the data key is rotated to generation ${made.generation}.`);
  return { ...environment, ...made };
}

async function startJob({ organizationId, environmentId, name }: Environment, time: number, why: 'rotated' | 'again') {
  const job = sealEnvironmentItem(environmentId, time);
  if (why === 'again') return putItem(job);
  const actor = { ...anonymousIn(organizationId, { sourceIp: '', userAgent: undefined }), environment: name };
  await writeIfUnchanged([putWrite(job), auditWrite(actor, 'data_key.rotated', environmentId)]);
}

/** Waits until the job of the rotation has encrypted the stored answers of each form again. */
async function untilJobHasRun(kept: Kept, { say, wait }: Outside): Promise<void> {
  let said = '';
  for (;;) {
    const state = await stateOfJob(kept);
    if (state === 'done') return;
    // A command that was killed had rotated the key, and not started the job.
    if (state === 'missing') await startJob(kept, Math.max(Date.now(), kept.createdAt + sealedAfterMs), 'again');
    const line = `${kept.organizationId} ${kept.name}: ${state === 'missing' ? 'the job of the rotation is started' : state}`;
    if (line !== said) say(line);
    said = line;
    await wait(minuteMs);
  }
}

async function stateOfJob({ environmentId, createdAt }: Kept): Promise<string> {
  const startsAt = await startOfSealEnvironment(environmentId);
  if (startsAt) return `waiting for the job of the rotation, which starts at ${startsAt}; a paused stage starts none`;
  let isMissing = false;
  for await (const stored of readForms(environmentId, { order: 'asc' })) {
    const work = await getSealingOf(stored);
    if (work && !work.finishedAt) {
      return `waiting for the form ${stored.form.id}: ${work.rewritten} responses encrypted again, pass ${work.pass} of 2`;
    }
    const isAfter = work !== undefined && startOf(work) >= createdAt + cacheSeconds * 1000;
    if (!stored.unreadable && policedFields(stored).size > 0 && !isAfter) isMissing = true;
  }
  return isMissing ? 'missing' : 'done';
}

async function resealArchives(kept: Kept, outside: Outside): Promise<void> {
  let rewritten = 0;
  for await (const stored of readForms(kept.environmentId, { order: 'asc' })) {
    for (const archive of await allArchivesOf(stored.form.id)) {
      await untilWritten(archive, outside);
      if (await resealOrRefuse(stored, archive)) rewritten += 1;
    }
  }
  outside.say(`${kept.organizationId} ${kept.name}: ${rewritten} archives encrypted again.`);
}

/** Waits until an archive is written. Throws while it is being restored, because its rows are then read as they were. */
async function untilWritten({ id, formId }: Archive, { say, wait }: Outside): Promise<void> {
  for (;;) {
    const state = (await getArchive({ id, formId }))?.state;
    if (state === 'restoring') {
      throw new CommandError(
        `The archive ${id} of the form ${formId} is being restored: run npm run restore-archive again, and then this.`,
      );
    }
    if (state !== 'writing') return;
    say(`Waiting for the archive ${id} of the form ${formId}, which is being written.`);
    await wait(minuteMs);
  }
}

async function resealOrRefuse(...[stored, address]: Parameters<typeof resealArchive>): Promise<boolean> {
  try {
    return await resealArchive(stored, address);
  } catch (error) {
    if (!isStorageUnreachable(error)) throw error;
    throw new CommandError(
      `${(error as Error).message}. The archive ${address.id} of the form ${address.formId} cannot be encrypted again, and nothing was destroyed.`,
    );
  }
}

/** Reads everything. Throws with the places that only an earlier key opens. */
async function expectNothingLeft(kept: readonly Kept[], say: Outside['say']): Promise<void> {
  const doomed: Doomed[] = [];
  for (const each of kept) {
    const earlier = (await keysOf(each)).filter(({ generation }) => generation < each.generation);
    doomed.push({ ...each, generations: new Set(earlier.map(({ generation }) => generation)) });
  }
  const found = await survey(doomed);
  refuseClosed(found);
  if (found.places.length === 0) return say(`${found.responses} responses read: none needs an earlier key.`);
  const again = kept.filter(({ environmentId }) => found.environments.has(environmentId));
  for (const each of again) await startJob(each, Date.now(), 'again');
  throw new CommandError(
    [
      `Nothing was destroyed: ${found.answers} answers are still sealed by an earlier key, or cannot be read:`,
      ...found.places.map(place => `  ${place}`),
      'They are being encrypted again: run this again. Repair or delete a damaged one first (docs/runbook.md#answers-unreadable).',
    ].join('\n'),
  );
}

function whatIsLost(kept: readonly Kept[]): string {
  const first = Math.min(...kept.map(({ createdAt }) => createdAt));
  return [
    'The earlier keys will be permanently destroyed. Nobody can undo it.',
    'A restore of the table to a time before now has sealed answers that nobody can read: those from before',
    `${timeOf(first)} of everyone, not only of the erased. They show as (destroyed). So do copies of archives, set-aside`,
    'records and exports of the table from before. Such a restore also lacks all answers that forms with policies keep',
    'in the bucket of an owner. Answers without a policy stay readable in backups.',
    ...kept.map(
      ({ organizationId, name, generation }) => `  ${organizationId} ${name}: keys before generation ${generation}`,
    ),
  ].join('\n');
}

const timeOf = (ms: number): string => new Date(ms).toISOString();
