import { part } from './parts.ts';

/**
 * What the parts loaded so far export; empty at first. It has no type here, at the ground: who uses it names the exports
 * that it uses.
 */
export const loaded = {};

const checksMs = 5000;
let checks: Promise<unknown> | undefined;

/** Loads the checks of answers. If they don't load in time, only the service checks. */
export function loadChecks(): Promise<unknown> {
  checks ??= part<object>('check').then(
    exported => Object.assign(loaded, exported),
    () => {
      checks = undefined;
    },
  );
  return Promise.race([checks, new Promise(resolve => setTimeout(resolve, checksMs))]);
}
