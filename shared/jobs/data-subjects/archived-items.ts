import { inBatches } from '../../batches.ts';
import { timeOf } from '../../ids.ts';
import { type Archive, archivesOf, covers } from '../../store/forms/archives.ts';
import type { StoredForm } from '../../store/forms/forms.ts';
import { itemOfRow } from '../../store/responses/archived-rows.ts';
import type { Item } from '../../store/table.ts';
import { readArchive } from '../retention/archive-content.ts';

/** Whether a form may have archives: it has or had a retention. */
export const mayHaveArchives = ({ form: { retention }, expired }: StoredForm): boolean =>
  retention !== undefined || expired !== undefined;

/** Reads the items that an archive's responses were. */
export async function* itemsIn(archive: Archive): AsyncGenerator<Item> {
  for await (const row of readArchive(archive)) yield itemOfRow(row, archive.environmentId);
}

/** Returns the archives that may contain one of these responses. */
export const holding = (archives: readonly Archive[], sortKeys: readonly string[]): Archive[] =>
  archives.filter(archive => sortKeys.some(sortKey => covers(archive, timeOf(sortKey))));

/** Reads the items of these responses of a form from its archives, as far as these have them, some at a time. */
export async function* archivedItems(
  stored: StoredForm,
  sortKeys: readonly string[],
  atOnce: number,
): AsyncGenerator<{ items: Item[]; archive: Archive }> {
  if (sortKeys.length === 0 || !mayHaveArchives(stored)) return;
  const wanted = new Set(sortKeys);
  for (const archive of holding(await archivesOf(stored.form.id), sortKeys)) {
    for await (const all of inBatches(itemsIn(archive), atOnce)) {
      const items = all.filter(({ sk }) => wanted.has(sk));
      if (items.length > 0) yield { items, archive };
    }
  }
}
