import { paginateScan } from '@aws-sdk/lib-dynamodb';
import type { KeyOwner } from '../../shared/aws/data-keys.ts';
import { isSealed } from '../../shared/domain/responses/stored-answers.ts';
import { isStorageUnreachable } from '../../shared/errors.ts';
import { readArchive } from '../../shared/jobs/retention/archive-content.ts';
import { type Archive, allArchivesOf } from '../../shared/store/forms/archives.ts';
import { readForms } from '../../shared/store/forms/form-lists.ts';
import { findForm } from '../../shared/store/forms/forms.ts';
import { partsOfResponse } from '../../shared/store/keys.ts';
import { parseObject } from '../../shared/store/report-unreadable.ts';
import { type AnsweredItem, withAnswers } from '../../shared/store/responses/moved-answers.ts';
import { dynamodb, type Item, tableName } from '../../shared/store/table.ts';

/** The keys of an environment that are to be destroyed. */
export type Doomed = KeyOwner & { readonly generations: ReadonlySet<number> };

/** What a survey has found. */
export type Survey = {
  /** The responses that were read. */
  responses: number;
  /** The answers that only a doomed key opens. */
  answers: number;
  /** The places that have such answers, or cannot be read. */
  places: string[];
  /** The environments of such responses in the table. */
  environments: Set<string>;
  /** The buckets of owners that are closed. */
  closed: Set<string>;
};

/** The maximum number of places that are kept. */
const placesMax = 1000;

/**
 * Reads every item of the table that has answers, the answers in buckets of owners, and every archive of these
 * environments, and looks for answers that only a doomed key opens.
 */
export async function survey(doomed: readonly Doomed[]): Promise<Survey> {
  const found: Survey = { responses: 0, answers: 0, places: [], environments: new Set(), closed: new Set() };
  const byEnvironment = new Map(doomed.map(each => [each.environmentId, each]));
  const scan = { TableName: tableName(), ConsistentRead: true };
  for await (const { Items = [] } of paginateScan({ client: dynamodb }, scan)) {
    const answered = (Items as Item[]).filter(({ answers, answersAt }) => answers !== undefined || answersAt);
    await surveyItems(answered, byEnvironment, found);
  }
  // After the table, because what expires meanwhile is then in an archive.
  for (const each of doomed) await surveyArchives(each, found);
  return found;
}

async function surveyItems(items: readonly Item[], doomed: ReadonlyMap<string, Doomed>, found: Survey): Promise<void> {
  const ours = items.filter(item => {
    const environment = environmentOf(item);
    return environment === undefined || doomed.has(environment);
  });
  found.responses += ours.length;
  for (const [index, item] of (await withAnswers(ours)).entries()) {
    const read = ours[index] as Item;
    const place = `the item ${read.pk} ${read.sk}`;
    // It was removed meanwhile.
    if (!item) continue;
    if (item.answersFault) await noteFault(item, place, found);
    else await noteAnswers(item, place, doomed, found);
  }
}

async function noteFault(item: AnsweredItem, place: string, found: Survey): Promise<void> {
  if (await isOfDeletedForm(item)) return;
  const { answersFault, answersAt } = item;
  if (isStorageUnreachable(answersFault)) found.closed.add(answersAt?.storage.bucket ?? '');
  else note(found, `${place}: its answers in the bucket ${answersAt?.storage.bucket} cannot be read`);
}

async function noteAnswers(
  item: AnsweredItem,
  place: string,
  doomed: ReadonlyMap<string, Doomed>,
  found: Survey,
): Promise<void> {
  const environment = environmentOf(item);
  const own = environment === undefined ? undefined : doomed.get(environment);
  // An item that tells no environment may be of any.
  const generations = own?.generations ?? new Set([...doomed.values()].flatMap(each => [...each.generations]));
  const answers = generationsIn(item.answers).filter(each => generations.has(each)).length;
  // Nobody reads a response of a deleted form any more, and the purge removes it.
  if (answers === 0 || (await isOfDeletedForm(item))) return;
  found.answers += answers;
  if (environment !== undefined) found.environments.add(environment);
  note(found, place);
}

async function surveyArchives({ environmentId, generations }: Doomed, found: Survey): Promise<void> {
  for await (const { form } of readForms(environmentId, { order: 'asc' })) {
    for (const archive of await allArchivesOf(form.id)) {
      if (!isLeaving(archive)) await surveyArchive(archive, generations, found);
    }
  }
}

/** Whether the object of an archive is about to be deleted. Nobody reads its answers any more. */
const isLeaving = ({ state }: Archive): boolean => state === 'restored' || state === 'deleting';

async function surveyArchive(archive: Archive, doomed: ReadonlySet<number>, found: Survey): Promise<void> {
  const place = `the archive ${archive.id} of the form ${archive.formId}`;
  if (archive.state === 'writing') return note(found, `${place}: it is being written`);
  if (archive.state === 'restoring') return note(found, `${place}: it is being restored`);
  let answers = 0;
  try {
    for await (const row of readArchive(archive)) {
      found.responses += 1;
      const all = [...generationsIn(row.answers), ...generationsIn((row.stored.damaged as Partial<Item>)?.answers)];
      answers += all.filter(each => doomed.has(each)).length;
    }
  } catch (error) {
    if (isStorageUnreachable(error)) found.closed.add(archive.storage?.bucket ?? '');
    else note(found, `${place}: ${(error as Error).message}`);
  }
  found.answers += answers;
  if (answers > 0) note(found, place);
}

function note(found: Survey, place: string): void {
  if (found.places.length < placesMax) found.places.push(place);
}

/** Answers in a damaged item, whose JSON cannot be read. A visitor's quotes are escaped in it. */
const sealedText = /\[\d+,(\d+),"[\w-]+"\]/g;

/** Returns the generations of the sealed answers in stored ones. */
function generationsIn(answers: unknown): number[] {
  if (answers === undefined) return [];
  const parsed = typeof answers === 'string' ? parseObject<Record<string, unknown>>(answers) : answers;
  if (!parsed) return [...String(answers).matchAll(sealedText)].map(([, each]) => Number(each));
  return Object.values(parsed).flatMap(answer => (isSealed(answer) ? [Number(answer[1])] : []));
}

function environmentOf({ gsi1pk, environmentId }: Item): string | undefined {
  if (typeof environmentId === 'string') return environmentId;
  return partsOfResponse('gsi1pk', String(gsi1pk))?.environmentId;
}

async function isOfDeletedForm({ pk }: Item): Promise<boolean> {
  const form = partsOfResponse('pk', pk)?.form;
  return form !== undefined && (await findForm(form)) === undefined;
}
