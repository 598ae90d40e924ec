import { addCounters, type Counters } from './packed-counters.ts';

/** Two versions of a form with other fields in each. */
const fieldsMax = 400;
const errorsMax = 1000;

/**
 * Adds counters to those of an item, which stays within some 60 KB whatever is added: counters of fields beyond so many are
 * those of the field `*`, and errors beyond so many pairs of field and rule break the rule `other`.
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
    const takenField = fields.has(field) || fields.size < fieldsMax ? field : '*';
    const takenRule = rule !== undefined && errors >= errorsMax ? 'other' : rule;
    const taken = [letter, takenField, ...(takenRule === undefined ? [] : [takenRule])].join(':');
    if (isError(taken) && !sums.has(taken)) errors += 1;
    fields.add(takenField);
    addCounters(sums, new Map([[taken, cells]]));
  }
}

const isError = (name: string): boolean => name.startsWith('e:');
