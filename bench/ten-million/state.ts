import { join } from 'node:path';
import { readJson, writeJson } from '../../local/data-folder.ts';
import type { StoredForm } from '../../shared/store/forms/forms.ts';
import type { Service } from '../service.ts';

/** A form, and how far it is filled. */
export type FilledForm = {
  readonly owner: Pick<Service, 'caller' | 'secretKey' | 'publishableKey'>;
  readonly form: StoredForm;
  /** The time of the first response and the end, in ms since the epoch. */
  readonly span: readonly [number, number];
  /** The number of responses that it is to have. */
  readonly count: number;
  /** The number of responses that are stored and counted. */
  readonly stored: number;
  /** The number of people that were erased. */
  readonly erased: number;
};

/** The forms of a directory, the smaller one first. */
export type State = readonly FilledForm[];

const fileIn = (directory: string) => join(directory, 'state.json');

export const readState = (directory: string): State | undefined => readJson(fileIn(directory)) as State | undefined;

export function writeState(directory: string, state: State): void {
  writeJson(fileIn(directory), state);
}

/** Returns the forms. Throws if they are not filled. */
export function filledState(directory: string): State {
  const state = readState(directory);
  if (!state?.every(({ count, stored }) => stored === count)) {
    throw new Error(`${directory} is not filled: run npm run ten-million -- fill --directory ${directory}`);
  }
  return state;
}
