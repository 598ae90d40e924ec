type WithId = { readonly id: string };

export type MergedPage<T> = {
  readonly items: T[];
  /** The new ones. */
  readonly added: readonly T[];
  /** More came than fit in the page, so the list starts over. */
  readonly begunAnew: boolean;
};

/**
 * A list, the newest first, with what its first page is now: new responses in front, changed ones in their places, and those
 * of the page's stretch that are gone left out.
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
