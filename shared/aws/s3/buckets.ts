import { S3Client, S3ServiceException } from '@aws-sdk/client-s3';
import { accountOf, type OwnerBucket, proofKey } from '../../domain/forms/storage.ts';
import { env } from '../../env.ts';
import { StorageUnreachable } from '../../errors.ts';
import { log } from '../../log.ts';
import { measure } from '../../metric.ts';
import { bindToRequest } from '../bind-to-request.ts';
import { clientDefaults } from '../client-defaults.ts';

/** Keeps the client from signing the checksum of an empty body into an upload URL. */
const defaults = { ...clientDefaults, requestChecksumCalculation: 'WHEN_REQUIRED' } as const;

/** The client of the deployment's own bucket. */
export const s3 = bindToRequest(new S3Client(defaults));

/**
 * Clients by bucket, role and external ID. Each keeps the credentials of its role until five minutes before they
 * expire.
 */
const ownerClients = new Map<string, S3Client>();
const ownerClientsMax = 100;

/** Returns the client for an owner's bucket. It expects the owner whose proof was checked. */
function ownerClient(storage: OwnerBucket): S3Client {
  const key = JSON.stringify([storage.bucket, storage.roleArn, storage.externalId, storage.account]);
  const known = ownerClients.get(key);
  if (known) return known;
  const client = newOwnerClient(storage);
  if (ownerClients.size >= ownerClientsMax) ownerClients.clear();
  ownerClients.set(key, client);
  return client;
}

export function newOwnerClient(storage: OwnerBucket): S3Client {
  const client = new S3Client({
    ...defaults,
    credentials: async () => {
      const { assumeRole, assumeProvedRole } = await import('./assume-role.ts');
      return storage.account ? assumeProvedRole(storage) : assumeRole(storage);
    },
  });
  // With this header, S3 refuses every request, even a signed URL, once the bucket belongs to another account.
  client.middlewareStack.add(
    next => args => next({ ...args, input: { ...args.input, ExpectedBucketOwner: accountOf(storage) } }),
    { step: 'initialize', name: 'expectOwner' },
  );
  return bindToRequest(client);
}

/** An object's bucket: the deployment's, unless `storage` names another. */
export type WithStorage = { readonly storage?: OwnerBucket };

export const bucketOf = ({ storage }: WithStorage): string => storage?.bucket ?? env('UPLOADS_BUCKET');

/**
 * Works with the bucket of a stored object.
 *
 * @throws StorageUnreachable if the bucket's owner denies access, which sets off an alarm
 */
export async function withBucket<T>({ storage }: WithStorage, work: (client: S3Client) => Promise<T>): Promise<T> {
  if (!storage) return work(s3);
  try {
    return await work(ownerClient(storage));
  } catch (error) {
    if (!isShutOut(error)) throw error;
    const { bucket, roleArn, account } = storage;
    log.warn('the bucket of an owner cannot be reached', { bucket, roleArn, reason: (error as Error).name });
    measure('OwnerStorageUnreachable', 1, 'Count', { TableName: env('TABLE_NAME') });
    const needed = account
      ? `the bucket policy and the object ${proofKey(storage)}`
      : 'the role, its external id and its permissions';
    throw new StorageUnreachable(bucket, needed, error);
  }
}

const shutOut = new Set([
  'AccessDenied',
  'NoSuchBucket',
  'ProofMissing',
  'PermanentRedirect',
  'InvalidAccessKeyId',
  'ExpiredToken',
]);

/**
 * Whether the owner denies access. Temporary failures do not count. An answer to HEAD has a status but no error name.
 */
export function isShutOut(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (shutOut.has(error.name)) return true;
  return error instanceof S3ServiceException && [301, 403].includes(error.$metadata.httpStatusCode ?? 0);
}
