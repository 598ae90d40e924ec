import { newId } from '../ids.ts';
import { dueKeys, keyOf } from './keys.ts';
import type { Item } from './table.ts';

/** Work that outlives a request and a function: an item that is due until it is done. */
export type PurgeJob = { id: string; formId: string; environmentId: string; step: number };

/** The item of a new job to remove what is left of a form; due at once. */
export function newPurgeJobItem(formId: string, environmentId: string): Item {
  const id = newId('job');
  return { ...keyOf('job', { job: id }), ...dueKeys(Date.now()), kind: 'purgeForm', formId, environmentId, step: 0 };
}
