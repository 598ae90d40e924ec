import { isObject, type JsonObject } from '../../json.ts';

/** Returns an object with each property changed. Those that become undefined are left out. */
export const mapProperties = (value: JsonObject, change: (part: unknown, name: string) => unknown): JsonObject =>
  Object.fromEntries(
    Object.entries(value).flatMap(([name, part]) => {
      const changed = change(part, name);
      return changed === undefined ? [] : [[name, changed] as const];
    }),
  );

/** Returns a value without `null` properties, at every depth. */
export function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (!isObject(value)) return value;
  return mapProperties(value, part => (part === null ? undefined : withoutNulls(part)));
}

/** Returns a record as the body of a request for another: without `null`, and without response-only properties. */
export function asRequested(body: unknown, answerOnly: readonly string[]): unknown {
  if (!isObject(body)) return body;
  return withoutNulls(mapProperties(body, (part, name) => (answerOnly.includes(name) ? undefined : part)));
}
