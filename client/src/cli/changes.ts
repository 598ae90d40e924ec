import { isDeepStrictEqual } from 'node:util';

/**
 * One change that a push would make: the path `fields.email.label`, and the values before and after. Undefined means no
 * value.
 */
export type PropertyChange = { readonly path: string; readonly before: unknown; readonly after: unknown };

type JsonRecord = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is JsonRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Lists the changes from one value to another, down to the properties that differ. */
export function changesOf(before: unknown, after: unknown, path = ''): PropertyChange[] {
  if (isDeepStrictEqual(before, after)) return [];
  const within = (name: string) => (path === '' ? name : `${path}.${name}`);
  if (isObject(before) && isObject(after)) {
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    return names.flatMap(name => changesOf(before[name], after[name], within(name)));
  }
  const [one, other] = [byId(before), byId(after)];
  if (!one || !other) return [{ path, before, after }];
  return [
    ...changesOf(Object.fromEntries(one), Object.fromEntries(other), path),
    ...moved(one, other, within('order')),
  ];
}

/** Indexes fields by ID, so that inserting a field doesn't change those after it. */
function byId(list: unknown): ReadonlyMap<string, unknown> | undefined {
  if (!Array.isArray(list) || !list.every(item => isObject(item) && typeof item.id === 'string')) return undefined;
  const map = new Map(list.map(item => [item.id as string, item]));
  return map.size === list.length ? map : undefined;
}

function moved(one: ReadonlyMap<string, unknown>, other: ReadonlyMap<string, unknown>, path: string): PropertyChange[] {
  const before = [...one.keys()].filter(id => other.has(id));
  const after = [...other.keys()].filter(id => one.has(id));
  return isDeepStrictEqual(before, after) ? [] : [{ path, before, after }];
}

/** Returns the JSON merge patch (RFC 7396) that turns `before` into `after`. */
export function patchOf(before: JsonRecord, after: JsonRecord): JsonRecord {
  const removed = Object.keys(before).filter(name => !Object.hasOwn(after, name));
  const changed = Object.entries(after).filter(([name, value]) => !isDeepStrictEqual(before[name], value));
  return {
    ...Object.fromEntries(removed.map(name => [name, null])),
    ...Object.fromEntries(
      changed.map(([name, value]) => {
        const earlier = before[name];
        return [name, isObject(earlier) && isObject(value) ? patchOf(earlier, value) : value];
      }),
    ),
  };
}

/** Formats a change as one line, like `cdk diff`. */
export function lineOf({ path, before, after }: PropertyChange): string {
  if (before === undefined) return `  [+] ${path}: ${shown(after)}`;
  if (after === undefined) return `  [-] ${path}: ${shown(before)}`;
  return `  [~] ${path}: ${shown(before)} → ${shown(after)}`;
}

function shown(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > 120 ? `${text.slice(0, 119)}…` : text;
}
