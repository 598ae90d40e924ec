import { atMost } from '../domain/parts-of-text.ts';
import type { Fault } from '../fault.ts';

/** The first digits of an escape that may be half of a surrogate pair: `\ud83d`. UTF-8 itself cannot hold one. */
const halfPairEscape = /\\u[dD][89a-fA-F]/;

const namedMax = 100;
const pathMax = 200;

type Part = { readonly path: string; readonly value: unknown };

/**
 * A fault for each text of a JSON value, names included, that holds half of a surrogate pair: JSON lets it be escaped, and
 * neither UTF-8 nor a table can hold it (RFC 8259, 8.2). No depth of nesting is too much.
 *
 * @param json the text that the value was read from
 */
export function faultsOfIllFormedText(json: string, value: unknown): Fault[] {
  if (json.isWellFormed() && !halfPairEscape.test(json)) return [];
  const faults: Fault[] = [];
  const parts: Part[] = [{ path: '', value }];
  for (const part of parts) {
    if (faults.length >= namedMax) break;
    faults.push(...faultsOfPart(part));
    for (const [name, value] of entriesOf(part.value)) parts.push({ path: pathTo(part, name), value });
  }
  return faults;
}

function faultsOfPart({ path, value }: Part): Fault[] {
  if (typeof value === 'string') return value.isWellFormed() ? [] : [faultAt(path, 'is')];
  const names = entriesOf(value).filter(([name]) => !name.isWellFormed());
  return names.slice(0, namedMax).map(() => faultAt(path, 'has a property whose name is'));
}

const entriesOf = (value: unknown): [string, unknown][] =>
  typeof value === 'object' && value !== null ? Object.entries(value) : [];

function pathTo({ path, value }: Part, name: string): string {
  if (Array.isArray(value)) return `${path}[${name}]`;
  return path === '' ? name : `${path}.${name}`;
}

const faultAt = (path: string, what: string): Fault => ({
  field: atMost(path, pathMax).toWellFormed(),
  rule: 'unicode',
  message: `${what} not valid Unicode: half of a surrogate pair is in it; send whole characters`,
});
