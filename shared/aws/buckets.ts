import { S3Client, S3ServiceException } from '@aws-sdk/client-s3';
import { accountOf, type OwnerBucket } from '../domain/forms/storage.ts';
import { env } from '../env.ts';
import { StorageUnreachable } from '../errors.ts';
import { log } from '../log.ts';
import { measure } from '../metric.ts';
import { boundByRequest } from './bound-by-request.ts';
import { clientDefaults } from './client-defaults.ts';

/** By default the client would sign the checksum of an empty body into the URL of an upload. */
const defaults = { ...clientDefaults, requestChecksumCalculation: 'WHEN_REQUIRED' } as const;

/** The client of the deployment's own bucket. */
export const s3 = boundByRequest(new S3Client(defaults));

/** Clients by role and external id: each keeps the credentials of its role until five minutes before they end. */
const ownerClients = new Map<string, S3Client>();
const ownerClientsMax = 100;

/** The client that reaches the bucket of an owner, by the role that the owner has made for it. */
function ownerClient(storage: OwnerBucket): S3Client {
  const key = JSON.stringify([storage.roleArn, storage.externalId]);
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
    credentials: async () => (await import('./assume-role.ts')).assumeRole(storage),
  });
  // S3 refuses each request, also by a link, once the bucket belongs to another account.
  client.middlewareStack.add(
    next => args => next({ ...args, input: { ...args.input, ExpectedBucketOwner: accountOf(storage) } }),
    { step: 'initialize', name: 'expectOwner' },
  );
  return boundByRequest(client);
}

/** What lies in a bucket: the deployment's own, unless it says in which other. */
export type Stored = { readonly storage?: OwnerBucket };

export const bucketOf = ({ storage }: Stored): string => storage?.bucket ?? env('UPLOADS_BUCKET');

/**
 * Does something with the bucket that something lies in.
 *
 * @throws StorageUnreachable where the owner of the bucket lets nobody in any more: an alarm hears of it
 */
export async function withBucket<T>({ storage }: Stored, work: (client: S3Client) => Promise<T>): Promise<T> {
  if (!storage) return work(s3);
  try {
    return await work(ownerClient(storage));
  } catch (error) {
    if (!isShutOut(error)) throw error;
    const { bucket, roleArn } = storage;
    log.warn('the bucket of an owner cannot be reached', { bucket, roleArn, reason: (error as Error).name });
    measure('OwnerStorageUnreachable', 1, 'Count', { TableName: env('TABLE_NAME') });
    throw new StorageUnreachable(bucket, error);
  }
}

const shutOut = new Set(['AccessDenied', 'NoSuchBucket', 'PermanentRedirect', 'InvalidAccessKeyId', 'ExpiredToken']);

/** Whether it is the owner who keeps the service out; what passes by itself is not. An answer to HEAD has no name but its status. */
export function isShutOut(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (shutOut.has(error.name)) return true;
  return error instanceof S3ServiceException && [301, 403].includes(error.$metadata.httpStatusCode ?? 0);
}
