import { isDeepStrictEqual } from 'node:util';
import type { PatchRules } from '../contracts/contract.ts';
import { type Fault, notAnObject } from '../fault.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

/** No record goes deeper. What does is taken as it is, and left to the schema to refuse. */
const depthMax = 20;

/**
 * The target as a JSON merge patch makes it (RFC 7396): objects merge at every depth, `null` removes, anything else
 * replaces. A property may have any name: `__proto__` becomes one like any other. One that is undefined, as those of a
 * record may be that is not JSON yet, is not there.
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

/** What of a record may be changed, before and after a patch. What is `null` in the record is absent here. */
export function changeable(record: object, patch: JsonObject, { responseOnly }: PatchRules) {
  const before = mergePatch({}, without(record, responseOnly));
  return { before, after: mergePatch(before, without(patch, responseOnly)) };
}

/** A patch that is no object would replace the record; an empty one asks for nothing. */
export function faultsOfPatchShape(patch: unknown): Fault[] {
  if (!isObject(patch)) return [notAnObject];
  if (Object.keys(patch).length > 0) return [];
  return [{ field: '', rule: 'minProperties', message: 'must name at least one property' }];
}

/** What a patch may not do, whatever the rules of the record. */
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
      message: 'cannot be removed; leave it out to keep the one there is',
    })),
  ];
}

/** What was read from the table may have other prototypes than what came as JSON. */
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

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
