type WithId = { readonly id: string };

export type MergedPage<T> = {
  readonly items: T[];
  /** The new items. */
  readonly added: readonly T[];
  /** More items arrived than fit in the page, so the list starts over. */
  readonly begunAnew: boolean;
};

/**
 * Updates a list, newest first, with its current first page: adds new items in front, replaces changed ones, and drops
 * those that are gone from the part that the page covers.
 */
export function mergePage<T extends WithId>(shown: readonly T[], page: readonly T[], hasMore: boolean): MergedPage<T> {
  const known = new Set(shown.map(({ id }) => id));
  const added = page.filter(({ id }) => !known.has(id));
  const last = page.findLastIndex(({ id }) => known.has(id));
  if (last === -1) return { items: [...page], added, begunAnew: hasMore && shown.length > 0 };
  const seam = shown.findIndex(({ id }) => id === page[last]?.id);
  const rest = hasMore ? shown.slice(seam + 1) : [];
  const stretch = new Set(page.map(({ id }) => id));
  return { items: [...page, ...rest.filter(({ id }) => !stretch.has(id))], added, begunAnew: false };
}
