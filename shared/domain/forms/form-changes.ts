import { isObject, type JsonObject } from '../../json.ts';
import type { Field } from '../fields/field.ts';

/** What is compared and merged: a form, or a part of it that includes the fields. */
type WithFields = { readonly fields: readonly Field[] };

/**
 * Returns the JSON merge patch (RFC 7396) that turns one record into the other. It leaves out what is the same in both.
 */
export function patchOf(before: JsonObject, after: JsonObject): JsonObject {
  const gone = Object.keys(before).filter(name => after[name] === undefined && before[name] !== undefined);
  const changes = Object.entries(after).flatMap(([name, value]) => {
    const was = Object.hasOwn(before, name) ? before[name] : undefined;
    if (value === undefined || isSame(was, value)) return [];
    return [[name, isObject(was) && isObject(value) ? patchOf(was, value) : value] as const];
  });
  return Object.fromEntries([...changes, ...gone.map(name => [name, null] as const)]);
}

export const isDirty = (before: WithFields, after: WithFields): boolean =>
  before !== after && Object.keys(patchOf(before, after)).length > 0;

/** A change that was made elsewhere. `clashes`: it was also changed here, in a different way. */
export type Difference = {
  readonly kind: 'added' | 'removed' | 'changed' | 'moved' | 'setting';
  /** The id of a field, or the name of a property of the form. */
  readonly name: string;
  readonly field?: Field;
  readonly clashes: boolean;
};

/** Returns what others have changed since both began with the same form. */
export function differencesOf<F extends WithFields>(base: F, mine: F, theirs: F): Difference[] {
  const names = [...new Set([...Object.keys(base), ...Object.keys(theirs)])] as (keyof F & string)[];
  const settings = names
    .filter(name => name !== 'fields' && !isSame(base[name], theirs[name]))
    .map(name => ({ kind: 'setting' as const, name, clashes: isClash(base[name], mine[name], theirs[name]) }));
  return [...settings, ...differencesOfFields(base.fields, mine.fields, theirs.fields)];
}

const isClash = (base: unknown, mine: unknown, theirs: unknown): boolean =>
  !isSame(base, mine) && !isSame(mine, theirs);

const byId = (fields: readonly Field[]) => new Map(fields.map(field => [field.id, field]));

function differencesOfFields(base: readonly Field[], mine: readonly Field[], theirs: readonly Field[]): Difference[] {
  const [inBase, inMine, inTheirs] = [byId(base), byId(mine), byId(theirs)];
  const found = [...new Set([...inBase.keys(), ...inTheirs.keys()])].flatMap((id): Difference[] => {
    const [was, is, here] = [inBase.get(id), inTheirs.get(id), inMine.get(id)];
    if (isSame(was, is)) return [];
    const kind = was === undefined ? 'added' : is === undefined ? 'removed' : 'changed';
    return [{ kind, name: id, field: is ?? was, clashes: isClash(was, here, is) }];
  });
  const isMoved = !isSame(orderOf(base, inTheirs), orderOf(theirs, inBase));
  const clashes = isMoved && !isSame(orderOf(base, inMine), orderOf(mine, inBase));
  return isMoved ? [...found, { kind: 'moved', name: 'fields', clashes }] : found;
}

const orderOf = (fields: readonly Field[], among: ReadonlyMap<string, Field>): string[] =>
  fields.map(({ id }) => id).filter(id => among.has(id));

/** Merges the changes made elsewhere with the changes made here, which win. */
export function mergeDrafts<F extends WithFields>(base: F, mine: F, theirs: F): F {
  const merged = mergedRecord(base, mine, theirs);
  return { ...merged, fields: mergedFields(base.fields, mine.fields, theirs.fields) } as unknown as F;
}

function mergedRecord(base: JsonObject, mine: JsonObject, theirs: JsonObject): JsonObject {
  const names = new Set([...Object.keys(theirs), ...Object.keys(mine)]);
  return Object.fromEntries(
    [...names].flatMap(name => {
      const value = mergedValue(base[name], mine[name], theirs[name]);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

function mergedValue(base: unknown, mine: unknown, theirs: unknown): unknown {
  if (isSame(base, mine)) return theirs;
  if (isSame(base, theirs)) return mine;
  return isObject(mine) && isObject(theirs) ? mergedRecord(isObject(base) ? base : {}, mine, theirs) : mine;
}

/** Keeps this editor's order, unless only others changed it. Their new fields follow the same fields as there. */
function mergedFields(base: readonly Field[], mine: readonly Field[], theirs: readonly Field[]): Field[] {
  if (isSame(base, mine)) return [...theirs];
  const [inBase, inMine, inTheirs] = [byId(base), byId(mine), byId(theirs)];
  const isOrderMine = !isSame(orderOf(base, inMine), orderOf(mine, inBase));
  const [first, second] = isOrderMine ? [mine, theirs] : [theirs, mine];
  const order = first.map(({ id }) => id);
  for (const [place, { id }] of second.entries()) {
    if (order.includes(id)) continue;
    const before = second[place - 1]?.id;
    order.splice(before === undefined ? 0 : order.indexOf(before) + 1, 0, id);
  }
  return order.flatMap(
    id => (mergedValue(inBase.get(id), inMine.get(id), inTheirs.get(id)) as Field | undefined) ?? [],
  );
}

export const isSame = (one: unknown, other: unknown): boolean => one === other || inOrder(one) === inOrder(other);

/** Serializes a value with sorted properties, so that their order makes no difference. */
const inOrder = (value: unknown): string =>
  JSON.stringify(value, (_, part) =>
    isObject(part) ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1))) : part,
  );
