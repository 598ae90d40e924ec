import { isDeepStrictEqual } from 'node:util';
import type { FromSchema } from 'json-schema-to-ts';
import type { Contract, ObjectSchema, PatchRules } from '../contracts/contract.ts';
import { changeable, faultsOfPatch, type JsonObject } from '../domain/merge-patch.ts';
import { validationFailed } from '../errors.ts';
import { faultsOf } from './validate.ts';

type Update = Contract & { body: ObjectSchema; patches: PatchRules };

/** What a client may set of a record. */
export type Patched<C extends Update> = C['body'] extends ObjectSchema ? FromSchema<C['body']> : never;

/**
 * What a client may set of a record, as a patch makes it; undefined when it changes nothing. Throws the 400 that lists
 * what the patch may not do, and what the result has against the contract's schema.
 */
export function patched<const C extends Update>(
  contract: C,
  record: object,
  patch: JsonObject,
): Patched<C> | undefined {
  const { body, patches } = contract as Update;
  const { before, after } = changeable(record, patch, patches);
  const faults = [...faultsOfPatch(record, patch, patches), ...faultsOf('body', body, after)];
  if (faults.length > 0) throw validationFailed(faults);
  return isDeepStrictEqual(before, after) ? undefined : (after as Patched<C>);
}
