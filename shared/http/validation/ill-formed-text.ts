import { atMost } from '../../domain/text/parts-of-text.ts';
import type { Fault } from '../../fault.ts';

/**
 * Matches the first digits of an escape that may be half of a surrogate pair: `\ud83d`. UTF-8 itself cannot contain
 * one.
 */
const halfPairEscape = /\\u[dD][89a-fA-F]/;

const namedMax = 100;
const pathMax = 200;

type LocatedValue = { readonly path: string; readonly value: unknown };

/**
 * Returns a fault for each text of a JSON value, including names, that contains half of a surrogate pair. JSON allows
 * such an escape, but neither UTF-8 nor a table can store it (RFC 8259, 8.2). Any depth of nesting is supported.
 *
 * @param json the text that the value was parsed from
 */
export function faultsOfIllFormedText(json: string, value: unknown): Fault[] {
  if (json.isWellFormed() && !halfPairEscape.test(json)) return [];
  const faults: Fault[] = [];
  const parts: LocatedValue[] = [{ path: '', value }];
  for (const part of parts) {
    if (faults.length >= namedMax) break;
    faults.push(...faultsOfPart(part));
    for (const [name, value] of entriesOf(part.value)) parts.push({ path: pathTo(part, name), value });
  }
  return faults;
}

function faultsOfPart({ path, value }: LocatedValue): Fault[] {
  if (typeof value === 'string') return value.isWellFormed() ? [] : [faultAt(path, 'is')];
  const names = entriesOf(value).filter(([name]) => !name.isWellFormed());
  return names.slice(0, namedMax).map(() => faultAt(path, 'has a property whose name is'));
}

const entriesOf = (value: unknown): [string, unknown][] =>
  typeof value === 'object' && value !== null ? Object.entries(value) : [];

function pathTo({ path, value }: LocatedValue, name: string): string {
  if (Array.isArray(value)) return `${path}[${name}]`;
  return path === '' ? name : `${path}.${name}`;
}

const faultAt = (path: string, what: string): Fault => ({
  field: atMost(path, pathMax).toWellFormed(),
  rule: 'unicode',
  message: `${what} not valid Unicode: half of a surrogate pair is in it; send whole characters`,
});
