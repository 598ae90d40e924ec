import { createHash } from 'node:crypto';
import type { Fault } from '../../fault.ts';
import type { Field } from '../fields/field.ts';

/** The name of the places in the form itself. Those of its options have the names of the options. */
export const formPlace = 'taken';

/** An option that a limited number of responses may choose. Its name identifies its places. */
export type LimitedOption = {
  readonly name: string;
  readonly field: string;
  readonly value: string;
  readonly label: string;
  readonly limit: number;
};

type WithFields = { readonly fields: readonly Field[] };

/** Returns the options with a limit, in the order of the form. */
export const limitedOptions = ({ fields }: WithFields): LimitedOption[] =>
  fields.flatMap(({ id: field, options = [] }) =>
    options.flatMap(option => {
      if (typeof option === 'string' || option.limit === undefined) return [];
      const { value, label, limit } = option;
      return [{ name: nameOf(field, value), field, value, label, limit }];
    }),
  );

const nameOf = (field: string, value: string): string =>
  `o${createHash('sha256')
    .update(JSON.stringify([field, value]))
    .digest('hex')
    .slice(0, 12)}`;

/** Returns the options with a limit that these answers choose. */
export const chosenOptions = (form: WithFields, answers: Readonly<Record<string, unknown>>): LimitedOption[] =>
  limitedOptions(form).filter(({ field, value }) => [answers[field]].flat().includes(value));

/** Returns the names of the limited options that a response chooses, as stored with it. Undefined if there are none. */
export function chosenNames(form: WithFields, answers: Readonly<Record<string, unknown>>): string[] | undefined {
  const names = chosenOptions(form, answers).map(({ name }) => name);
  return names.length > 0 ? names : undefined;
}

/** The rule that an answer breaks when its option has no place left. */
const fullRule = 'full';

/** Returns the faults of answers whose options have no place left. */
export const faultsOfFull = (options: readonly LimitedOption[]): Fault[] =>
  options.map(({ field, value }) => ({
    field,
    rule: fullRule,
    message: `"${value}" is full; choose another option`,
  }));
