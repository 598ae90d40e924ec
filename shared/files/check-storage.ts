import { isDeepStrictEqual } from 'node:util';
import type { Caller } from '../domain/accounts/caller.ts';
import type { Form } from '../domain/forms/form.ts';
import { faultsOfStorage, ownerBucketOf, unsupportedStorage, withExternalId } from '../domain/forms/storage.ts';
import { env } from '../env.ts';
import { notSupported, validationFailed } from '../errors.ts';

/**
 * The form with its storage as it is to be stored. What was not there before is tried out: refused where this deployment does
 * not carry it out, or cannot use the bucket.
 *
 * @param mayChange throws where the caller may not choose where files go
 */
export async function checkedStorage(
  form: Form,
  { organizationId }: Pick<Caller, 'organizationId'>,
  { before, mayChange }: { before?: Pick<Form, 'storage'>; mayChange: () => void },
): Promise<Form> {
  const faults = faultsOfStorage(form, organizationId);
  if (faults.length > 0) throw validationFailed(faults);
  const checked = withExternalId(form, organizationId);
  if (isDeepStrictEqual(checked.storage, before?.storage)) return checked;
  // Lambda sets it.
  const unsupported = unsupportedStorage(form, process.env.AWS_REGION ?? '');
  if (unsupported.length > 0) throw notSupported(unsupported);
  const owner = ownerBucketOf(checked);
  if (owner || (before && ownerBucketOf(before))) mayChange();
  if (!owner) return checked;
  const { faultsOfBucket } = await import('../aws/verify-bucket.ts');
  const refused = await faultsOfBucket(owner, env('DEPLOYMENT_ACCOUNT'));
  if (refused.length > 0) throw validationFailed(refused);
  return checked;
}
