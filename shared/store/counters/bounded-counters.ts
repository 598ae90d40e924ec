import { unplacedLetter } from '../../domain/analytics/counter-names.ts';
import { coarserCounter } from '../../domain/summaries/answer-counters.ts';
import { addCounters, type Counters } from './packed-counters.ts';

/** Room for two versions of a form with different fields. */
const fieldsMax = 400;
const errorsMax = 1000;
/** A limit is exact only if its option has a counter of its own, also after a thousand other options. */
const optionsMax = 4000;

/** The limits for answers: different numbers or days of a field, and all counter names together, in characters. */
const rangesOfFieldMax = 600;
const namesLengthMax = 150_000;

/**
 * Adds counters of answers to those of an item, which stays far below the 400 KB limit. A value without room is counted
 * in a coarser counter.
 */
export function addAnswerCounters(sums: Map<string, number[]>, added: Counters): void {
  const room = new AnswerRoom(sums.keys());
  for (const [name, cells] of added) {
    let taken = name;
    while (!sums.has(taken) && !room.takes(taken)) {
      const coarser = coarserCounter(taken);
      if (coarser === undefined) break;
      taken = coarser;
    }
    if (!sums.has(taken)) room.add(taken);
    addCounters(sums, new Map([[taken, cells]]));
  }
}

class AnswerRoom {
  readonly #ranges = new Map<string, number>();
  #length = 0;

  constructor(names: Iterable<string>) {
    for (const name of names) this.add(name);
  }

  takes(name: string): boolean {
    return this.#length + name.length <= namesLengthMax && (this.#ranges.get(fieldOf(name)) ?? 0) < rangesOfFieldMax;
  }

  add(name: string): void {
    this.#length += name.length;
    const field = fieldOf(name);
    if (field !== '') this.#ranges.set(field, (this.#ranges.get(field) ?? 0) + 1);
  }
}

/** Returns the field whose range a counter counts, or an empty text for any other counter. */
const fieldOf = (name: string): string => (name.startsWith('h:') ? (name.split(':')[1] ?? '') : '');

/**
 * Adds counters to those of an item, which stays within about 60 KB. Fields beyond the limit are counted as the field
 * `*`. Errors beyond the limit of pairs of field and rule are counted under the rule `other`.
 */
export function addBounded(sums: Map<string, number[]>, added: Counters): void {
  const names = [...sums.keys()];
  const fields = new Set(names.flatMap(name => name.split(':')[1] ?? []));
  let errors = names.filter(isError).length;
  for (const [name, cells] of added) {
    const [letter = '', field, rule] = name.split(':');
    if (field === undefined || sums.has(name)) {
      addCounters(sums, new Map([[name, cells]]));
      continue;
    }
    const takenField = fields.has(field) || fields.size < fieldsMaxOf(letter) ? field : '*';
    const takenRule = rule !== undefined && errors >= errorsMax ? 'other' : rule;
    const taken = [letter, takenField, ...(takenRule === undefined ? [] : [takenRule])].join(':');
    if (isError(taken) && !sums.has(taken)) errors += 1;
    fields.add(takenField);
    addCounters(sums, new Map([[taken, cells]]));
  }
}

const fieldsMaxOf = (letter: string): number => (letter === unplacedLetter ? optionsMax : fieldsMax);

const isError = (name: string): boolean => name.startsWith('e:');
