import { letterOf, placesSeen, unplacedOf } from '../../domain/analytics/counter-names.ts';
import type { Form } from '../../domain/forms/form.ts';
import { formPlace, type LimitedOption, limitedOptions } from '../../domain/forms/option-limits.ts';
import { readTotals } from '../counters/counter-items.ts';
import { allOf, attribute, type Expression, expression } from '../expression.ts';
import { keyOf, partitionOf, prefixOf } from '../keys.ts';
import { queryAll } from '../query.ts';
import type { Item, TransactItem } from '../table.ts';
import { updateWrite } from '../writes.ts';

/**
 * The slices that concurrent completions are spread over, because DynamoDB lets only one transaction at a time change
 * an item.
 */
const slices = 8;

type WithLimits = Pick<Form, 'id' | 'fields' | 'maxResponses'>;

/**
 * The places of a form with limits. Counters know the number of completed responses only after a delay. So each
 * completion counts a place as taken in its own transaction, and the stream counts it as seen by the counters. The
 * places taken are those that the counters know of and those they do not know of yet: `completed + taken - seen`. The
 * counters record everything that frees a place.
 */
export type Places = {
  readonly scope: string;
  /** How many places may ever be given away, by name. Counters that lag know of fewer free places, never of more. */
  readonly most: ReadonlyMap<string, number>;
  /** How many places each slice has ever given away, by name. */
  readonly taken: readonly Partial<Item>[];
};

export const hasLimits = (form: WithLimits): boolean =>
  form.maxResponses !== undefined || limitedOptions(form).length > 0;

/** Returns the places of a form with limits, and undefined for a form without. */
export async function readPlaces(form: WithLimits): Promise<Places | undefined> {
  if (!hasLimits(form)) return undefined;
  const { id: scope, maxResponses } = form;
  const [{ counts }, taken] = await Promise.all([readTotals(scope), readTaken(scope)]);
  const countOf = (name: string) => counts.get(name) ?? 0;
  const completed = countOf(letterOf('completed')) - countOf(placesSeen);
  const ofOptions = limitedOptions(form).map(({ name, limit }) => [name, limit - countOf(unplacedOf(name))] as const);
  const ofForm = maxResponses === undefined ? [] : [[formPlace, maxResponses - completed] as const];
  return { scope, most: new Map([...ofForm, ...ofOptions]), taken };
}

/** Returns how many places with this name are left. There is no end of those without a limit. */
function placesLeft({ most, taken }: Places, name: string): number {
  const allowed = most.get(name);
  if (allowed === undefined) return Number.POSITIVE_INFINITY;
  return Math.max(0, allowed - taken.reduce((sum, of) => sum + takenIn(of, name), 0));
}

/** Whether all places of the form itself are taken. */
export const isFormFull = (places: Places | undefined): boolean =>
  places !== undefined && placesLeft(places, formPlace) === 0;

/** Returns those of these options that have no place left. */
export const fullOptions = (places: Places | undefined, options: readonly LimitedOption[]): LimitedOption[] =>
  places ? options.filter(({ name }) => placesLeft(places, name) === 0) : [];

/**
 * Returns the number of places left, by field and by the value of the option. Fields without limits are left out.
 */
export function leftByField(
  form: Pick<Form, 'fields'>,
  places: Places | undefined,
): ReadonlyMap<string, Record<string, number>> {
  const byField = Map.groupBy(places ? limitedOptions(form) : [], ({ field }) => field);
  return new Map(
    [...byField].map(([field, options]) => [
      field,
      Object.fromEntries(options.map(({ name, value }) => [value, placesLeft(places as Places, name)])),
    ]),
  );
}

/**
 * Returns the writes that take a place with each of these names, for the transaction of the response. They share items
 * where they can. Each of them must have one left.
 */
export function takePlaces(places: Places, names: readonly string[]): TransactItem[] {
  const order = Array.from({ length: slices }, (_, slice) => slice).sort(() => Math.random() - 0.5);
  let left = names;
  const writes: TransactItem[] = [];
  for (const slice of order) {
    const here = left.filter(name => takenIn(places.taken[slice], name) < shareOf(places, name, slice));
    if (here.length > 0) writes.push(takeIn(places, here, slice));
    left = left.filter(name => !here.includes(name));
  }
  return writes;
}

async function readTaken(scope: string): Promise<Partial<Item>[]> {
  const partition = partitionOf('places', 'pk', { scope });
  const items = await queryAll({ partition, prefix: prefixOf('places'), consistent: true });
  const bySlice = new Map(items.map(item => [item.sk, item]));
  return Array.from({ length: slices }, (_, slice) => bySlice.get(sliceKey(scope, slice).sk) ?? {});
}

const sliceKey = (scope: string, slice: number) => keyOf('places', { scope, slice: String(slice) });

const takenIn = (slice: Partial<Item> | undefined, name: string): number => Number(slice?.[name] ?? 0);

/**
 * Returns how many places a slice may give away in all. The shares of all slices add up to `most`. The few places of
 * different options are in different slices.
 */
const shareOf = ({ most }: Places, name: string, slice: number): number =>
  Math.floor(((most.get(name) ?? 0) + ((slice + turnOf(name)) % slices)) / slices);

const turnOf = (name: string): number => (name === formPlace ? 0 : Number.parseInt(name.slice(-1), 16));

function takeIn(places: Places, names: readonly string[], slice: number): TransactItem {
  return updateWrite(sliceKey(places.scope, slice), {
    add: Object.fromEntries(names.map(name => [name, 1])),
    if: allOf(...names.map(name => hasRoom(name, shareOf(places, name, slice)))),
  });
}

const hasRoom = (name: string, share: number): Expression =>
  expression`(attribute_not_exists(${attribute(name)}) OR ${attribute(name)} < ${share})`;
