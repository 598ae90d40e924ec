import { inBatches } from '../../batches.ts';
import { timeOf } from '../../ids.ts';
import { type Archive, archivesOf, covers } from '../../store/forms/archives.ts';
import { readForms } from '../../store/forms/form-lists.ts';
import { getForm, type StoredForm } from '../../store/forms/forms.ts';
import { partitionOf, partsOf } from '../../store/keys.ts';
import {
  type DataSubjectRequest,
  type ScanPosition,
  saveRequest,
  untilOf,
} from '../../store/responses/data-subject-requests.ts';
import { readAllBatches } from '../../store/responses/found-responses.ts';
import { itemsIn, mayHaveArchives } from './archived-items.ts';
import { type FoundItem, matching, saveFound } from './find.ts';

/** The number of an archive's responses that are checked together. */
const rowsAtOnce = 1000;

/**
 * Finds the responses that name the person in the archives of all forms. Whatever was archived while the table was
 * being searched is in one by now. Each archive is stored with the progress, so nothing is found twice.
 *
 * @param deadline when to stop and become due again, in ms since the epoch
 * @returns undefined when it was stopped, by time or by another run
 */
export async function findArchived(
  request: DataSubjectRequest,
  deadline: number,
): Promise<DataSubjectRequest | undefined> {
  let current: DataSubjectRequest | undefined = request;
  for await (const { stored, archive, place } of archivesFrom(request)) {
    if (Date.now() >= deadline) {
      await saveRequest(current, {}, { due: Date.now() });
      return undefined;
    }
    const found = await foundIn(request, stored, archive);
    current = await saveFound(current, place, stored.form.id, found, { archived: true });
    if (!current) return undefined;
  }
  return saveRequest(current, { place: undefined, step: current.step + 1 });
}

type ArchivePosition = { stored: StoredForm; archive: Archive; place: ScanPosition };

/** Reads the archives of the environment's forms, form by form, from where an earlier run stopped. */
async function* archivesFrom({ environmentId, place }: DataSubjectRequest): AsyncGenerator<ArchivePosition> {
  const begun = place && partsOf('archive', 'pk', place.partition)?.form;
  const stored = begun && (await getForm(begun));
  if (stored) yield* archivesBehind(stored, place.after);
  for await (const next of readForms(environmentId, { order: 'asc', position: begun })) yield* archivesBehind(next, '');
}

async function* archivesBehind(stored: StoredForm, after: string): AsyncGenerator<ArchivePosition> {
  if (!mayHaveArchives(stored)) return;
  const partition = partitionOf('archive', 'pk', { form: stored.form.id });
  const left = (await archivesOf(stored.form.id)).filter(({ id }) => id > after);
  yield* left.map(archive => ({ stored, archive, place: { partition, after: archive.id } }));
}

/** Returns the items of an archive that name the person and were not found before archiving. */
async function foundIn(request: DataSubjectRequest, stored: StoredForm, archive: Archive): Promise<FoundItem[]> {
  const until = Date.parse(untilOf(request));
  const found: FoundItem[] = [];
  for await (const items of inBatches(itemsIn(archive), rowsAtOnce)) {
    const older = items.filter(({ sk }) => timeOf(sk) <= until);
    found.push(...(await matching(stored, older, request)));
  }
  if (found.length === 0) return [];
  const known = await foundBefore(request, stored.form.id, archive);
  return found.filter(({ sk }) => !known.has(sk));
}

/** Returns the sort keys of responses found in the table, within the archive's range. */
async function foundBefore({ id }: DataSubjectRequest, form: string, archive: Archive): Promise<ReadonlySet<string>> {
  const known = new Set<string>();
  for await (const { formId, responses } of readAllBatches(id)) {
    if (formId !== form) continue;
    for (const { sortKey } of responses) if (covers(archive, timeOf(sortKey))) known.add(sortKey);
  }
  return known;
}
