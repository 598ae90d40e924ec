import { isDeepStrictEqual } from 'node:util';
import type { FromSchema } from 'json-schema-to-ts';
import type { Contract, ObjectSchema, PatchRules } from '../contracts/contract.ts';
import { introducedFaults } from '../domain/bodies/introduced-faults.ts';
import { changeable, faultsOfPatch } from '../domain/bodies/merge-patch.ts';
import { validationFailed } from '../errors.ts';
import type { JsonObject } from '../json.ts';
import { faultsOf } from './validation/validate.ts';

type Update = Contract & { body: ObjectSchema; patches: PatchRules };

/** The properties of a record that a client may set. */
export type PatchedBody<C extends Update> = C['body'] extends ObjectSchema ? FromSchema<C['body']> : never;

/**
 * Returns a record's client properties after a patch, or undefined when the patch changes nothing. Throws a 400 that
 * lists what the patch may not do, and what it makes invalid by the contract's schema.
 */
export function applyPatch<const C extends Update>(
  contract: C,
  record: object,
  patch: JsonObject,
): PatchedBody<C> | undefined {
  const { body, patches } = contract as Update;
  const { before, after } = changeable(record, patch, patches);
  // Validation also fills in defaults.
  const original = structuredClone(before);
  const introduced = introducedFaults<unknown & object>(original as object, after as object, each =>
    faultsOf('body', body, each),
  );
  const faults = [...faultsOfPatch(record, patch, patches), ...introduced];
  if (faults.length > 0) throw validationFailed(faults);
  return isDeepStrictEqual(before, after) ? undefined : (after as PatchedBody<C>);
}
