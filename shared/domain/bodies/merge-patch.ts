import { isDeepStrictEqual } from 'node:util';
import type { PatchRules } from '../../contracts/contract.ts';
import { type Fault, notAnObject } from '../../fault.ts';
import { isObject, type JsonObject } from '../../json.ts';

/** No record is nested more deeply. Anything deeper is copied as it is, and left to the schema to refuse. */
const depthMax = 20;

/**
 * Returns the target after a JSON merge patch (RFC 7396): objects merge at every depth, `null` removes, anything else
 * replaces. A property may have any name: `__proto__` becomes an ordinary one. An undefined property, as in a record
 * that is not JSON yet, counts as absent.
 */
export function mergePatch(target: unknown, patch: unknown, depth = 0): unknown {
  if (!isObject(patch) || depth > depthMax) return patch;
  const merged = new Map(Object.entries(isObject(target) ? target : {}));
  for (const [name, value] of Object.entries(patch)) {
    if (value === null || value === undefined) merged.delete(name);
    else merged.set(name, mergePatch(merged.get(name), value, depth + 1));
  }
  return Object.fromEntries(merged);
}

/** Returns the changeable part of a record, before and after a patch. A `null` in the record is absent here. */
export function changeable(record: object, patch: JsonObject, { responseOnly }: PatchRules) {
  const before = mergePatch({}, without(record, responseOnly));
  return { before, after: mergePatch(before, without(patch, responseOnly)) };
}

/**
 * Returns faults of a patch's shape. A patch that is not an object would replace the record; an empty one changes
 * nothing.
 */
export function faultsOfPatchShape(patch: unknown): Fault[] {
  if (!isObject(patch)) return [notAnObject];
  if (Object.keys(patch).length > 0) return [];
  return [{ field: '', rule: 'minProperties', message: 'must name at least one property' }];
}

/** Returns faults of a patch that no record allows. */
export function faultsOfPatch(
  record: object,
  patch: JsonObject,
  { responseOnly, writeOnly = [] }: PatchRules,
): Fault[] {
  const changed = responseOnly.filter(path => {
    const sent = valueAt(patch, path);
    return sent !== undefined && !isDeepStrictEqual(plain(sent), plain(valueAt(record, path) ?? null));
  });
  const removed = writeOnly.filter(path => valueAt(patch, path) === null);
  return [
    ...changed.map(field => ({
      field,
      rule: 'readOnly',
      message: 'is set by the service; leave it out, or send it as it was read',
    })),
    ...removed.map(field => ({
      field,
      rule: 'required',
      message: 'can’t be removed; leave it out to keep the current one',
    })),
  ];
}

/** Makes a value plain, because values from the table may have other prototypes than parsed JSON. */
const plain = (value: unknown): unknown => mergePatch({}, value);

function valueAt(value: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((part, name) => {
    return isObject(part) && Object.hasOwn(part, name) ? part[name] : undefined;
  }, value);
}

function without(value: unknown, paths: readonly string[]): unknown {
  if (!isObject(value) || paths.length === 0) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !paths.includes(name))
      .map(([name, part]) => [name, without(part, pathsWithin(name, paths))]),
  );
}

const pathsWithin = (name: string, paths: readonly string[]): string[] =>
  paths.filter(path => path.startsWith(`${name}.`)).map(path => path.slice(name.length + 1));
