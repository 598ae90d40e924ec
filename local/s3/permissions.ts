import type { Customer } from '../iam/customers.ts';
import { isAllowed } from '../iam/policy.ts';
import type { Identity } from '../iam/sts.ts';
import { accessDenied } from './errors.ts';
import type { ObjectStore } from './object-store.ts';
import type { S3Request } from './request.ts';

/** Whether the caller may perform an action, such as `s3:GetObject`, on an object, or without a key on the bucket. */
export type MayDo = (action: string, key?: string) => boolean;

/**
 * Returns an identity's permissions for a bucket. The local cloud may do everything to its own buckets and nothing to
 * others. A role may do what its policy says to its own account's bucket, and what the bucket's policy says to others. The
 * administrator of another account may do everything to its own bucket.
 */
export function permissions(identity: Identity, customers: readonly Customer[], owner: Customer | undefined): MayDo {
  const { session, account } = identity;
  if (account) return () => account === owner?.bucket.heldBy;
  if (!session || !owner) return () => !session && !owner;
  const bucketArn = `arn:aws:s3:::${owner.bucket.name}`;
  const { roleArn } = session;
  const isOfOwner = session.account === owner.account;
  const policy = isOfOwner ? customers.find(({ role }) => role.arn === roleArn)?.role.policy : owner.bucket.policy;
  return (action, key) =>
    isAllowed(policy ?? [], { action, roleArn, resource: key === undefined ? bucketArn : `${bucketArn}/${key}` });
}

/**
 * Throws if the bucket's owner isn't the one that the caller expects.
 * https://docs.aws.amazon.com/AmazonS3/latest/userguide/bucket-owner-condition.html
 */
export function checkBucketOwner({ message, query }: S3Request, heldBy: string): void {
  const name = 'x-amz-expected-bucket-owner';
  const expected = message.headers[name] ?? query.find(([each]) => each.toLowerCase() === name)?.[1];
  if (expected !== undefined && expected !== heldBy) throw accessDenied();
}

const actions: Readonly<Record<string, string>> = {
  GET: 's3:GetObject',
  HEAD: 's3:GetObject',
  PUT: 's3:PutObject',
  DELETE: 's3:DeleteObject',
};

/** Throws if an operation on an object or a list isn't permitted. Multi-object deletes are checked one by one. */
export function checkPermission({ method, key, bucketName, query }: S3Request, mayDo: MayDo, store: ObjectStore): void {
  if (key === '') {
    if (method === 'GET' && !mayDo('s3:ListBucket')) throw accessDenied();
    return;
  }
  const tagging = query.some(([name]) => name === 'tagging') ? 'Tagging' : '';
  if (!mayDo(`${actions[method]}${tagging}`, key)) throw accessDenied();
  // Only a caller who may list objects learns whether one exists.
  const isRead = method === 'GET' || method === 'HEAD';
  if (isRead && !mayDo('s3:ListBucket') && !store.get(bucketName, key)) throw accessDenied();
}
