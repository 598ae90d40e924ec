import { isDeepStrictEqual } from 'node:util';
import type { Caller } from '../domain/accounts/caller.ts';
import type { Form } from '../domain/forms/form.ts';
import {
  faultsOfStorage,
  keepsAnswersInBucket,
  type OwnerBucket,
  ownerBucketOf,
  unsupportedStorage,
  withGivenStorage,
} from '../domain/forms/storage.ts';
import { env, servesAnyRegion } from '../env.ts';
import { notSupported, validationFailed } from '../errors.ts';

/**
 * Returns the form with its storage as it will be stored. Tests a new storage, and refuses it if the deployment does
 * not support it or cannot use the bucket.
 *
 * @param mayChange throws if the caller may not choose where files are stored
 */
export async function checkedStorage(
  form: Form,
  { organizationId }: Pick<Caller, 'organizationId'>,
  { before, mayChange }: { before?: Pick<Form, 'storage'>; mayChange: () => void },
): Promise<Form> {
  const faults = faultsOfStorage(form, organizationId);
  if (faults.length > 0) throw validationFailed(faults);
  const checked = withGiven(form, organizationId, before?.storage);
  if (isDeepStrictEqual(checked.storage, before?.storage)) return checked;
  // Lambda sets AWS_REGION.
  const unsupported = unsupportedStorage(form, servesAnyRegion() ? undefined : process.env.AWS_REGION);
  if (unsupported.length > 0) throw notSupported(unsupported);
  const owner = ownerBucketOf(checked);
  if (owner || (before && ownerBucketOf(before))) mayChange();
  return owner ? withProvedAccount(checked, owner) : checked;
}

function withGiven(form: Form, organizationId: string, before: Form['storage']): Form {
  if (form.storage?.mode !== 'owner') return form;
  return withGivenStorage(form, { organizationId, deploymentRole: env('STORAGE_ROLE'), before });
}

/**
 * Returns the form with the proved account of its bucket, if a proof is needed. Throws if the bucket cannot be used.
 */
async function withProvedAccount(form: Form, owner: OwnerBucket): Promise<Form> {
  const { verifyBucket } = await import('../aws/s3/verify-bucket.ts');
  const deployment = { account: env('DEPLOYMENT_ACCOUNT'), deploymentRole: env('STORAGE_ROLE') };
  const { faults, account } = await verifyBucket({ ...owner, answers: keepsAnswersInBucket(form) }, deployment);
  if (faults.length > 0) throw validationFailed(faults);
  return account ? { ...form, storage: { ...form.storage, account } } : form;
}
