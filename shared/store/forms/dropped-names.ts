import { countedName, type DroppedNames, namesOfOne, withDropped } from '../../domain/forms/dropped-names.ts';
import { log } from '../../log.ts';
import { expression } from '../expression.ts';
import { keyOf } from '../keys.ts';
import { deleteOnce, getItem, putItemIf } from '../table.ts';

/** How long a form's names are gathered after a write, so that a flood of them makes only one write in that time. */
const gatheringMs = 10_000;
const keptSeconds = 90 * 24 * 3600;
const formsMax = 100;

type GatheredNames = { writtenAt: number; counts: Map<string, number> };

/** The counts gathered in this process. Those that are left when it ends are lost. */
const gathered = new Map<string, GatheredNames>();

/** Counts the names that a page sent to a form that has no field for them. Never fails. */
export async function countDropped(formId: string, names: readonly string[]): Promise<void> {
  if (names.length === 0) return;
  const counts = gather(formId, names, Date.now());
  if (!counts) return;
  try {
    await add(formId, counts, Date.now());
  } catch (error) {
    log.error('names without a field were not counted', error as Error);
  }
}

/** Counts in memory. Returns the counts when they are due to be written. */
function gather(formId: string, names: readonly string[], now: number): ReadonlyMap<string, number> | undefined {
  const { writtenAt, counts } = gathered.get(formId) ?? { writtenAt: 0, counts: new Map<string, number>() };
  for (const name of new Set(names.slice(0, namesOfOne).map(countedName))) {
    if (counts.has(name) || counts.size < namesOfOne) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const isDue = now - writtenAt >= gatheringMs;
  if (gathered.size >= formsMax) gathered.clear();
  gathered.set(formId, isDue ? { writtenAt: now, counts: new Map() } : { writtenAt, counts });
  return isDue ? counts : undefined;
}

const keyOfForm = (formId: string) => keyOf('droppedNames', { scope: formId });

async function add(formId: string, counts: ReadonlyMap<string, number>, now: number): Promise<void> {
  for (let attempt = 0; attempt < 3; attempt++) {
    const before = await getItem(keyOfForm(formId));
    const revision = Number(before?.revision ?? 0);
    const names = withDropped((before?.names ?? {}) as DroppedNames, counts, now);
    const item = {
      ...keyOfForm(formId),
      names,
      revision: revision + 1,
      ttl: Math.floor(now / 1000) + keptSeconds,
    };
    const isAsRead = expression`attribute_not_exists(revision) OR revision = ${revision}`;
    if (await putItemIf(item, isAsRead)) return;
  }
}

/** Returns the names that pages sent to a form without a field for them, most frequent first. */
export async function droppedNamesOf(formId: string): Promise<{ name: string; count: number; lastAt: string }[]> {
  const item = await getItem(keyOfForm(formId), { consistent: false });
  return Object.entries((item?.names ?? {}) as DroppedNames)
    .map(([name, { count, lastAt }]) => ({ name, count, lastAt }))
    .sort((one, other) => other.count - one.count || (one.name < other.name ? -1 : 1));
}

/** Forgets the names of a form. A visitor who is erased may have chosen one, and nobody knows which. */
export const forgetDropped = (formId: string): Promise<void> => deleteOnce(keyOfForm(formId));
