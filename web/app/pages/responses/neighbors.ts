type WithId = { readonly id: string };

let listed: { readonly key: string; readonly ids: readonly string[] } = { key: '', ids: [] };

/** Remembers the list shown last, for moving from one response to the next. */
export const rememberList = (key: string, items: readonly WithId[]): void => {
  listed = { key, ids: items.map(({ id }) => id) };
};

/** Returns the IDs before and after one in that list, or nothing if another list was shown. */
export function neighborsOf(key: string, id: string): { readonly before?: string; readonly after?: string } {
  const index = listed.key === key ? listed.ids.indexOf(id) : -1;
  if (index === -1) return {};
  const [before, after] = [listed.ids[index - 1], listed.ids[index + 1]];
  return { ...(before && { before }), ...(after && { after }) };
}
