import type { Customer } from '../iam/customers.ts';
import { isAllowed } from '../iam/policy.ts';
import type { Identity } from '../iam/sts.ts';
import { accessDenied } from './errors.ts';
import type { ObjectStore } from './object-store.ts';
import type { S3Request } from './request.ts';

/** Whether whoever asks may do this, such as `s3:GetObject`, to an object, or without a key to the bucket. */
export type MayDo = (action: string, key?: string) => boolean;

/**
 * What an identity may do to a bucket. The local cloud itself may do everything to its own buckets, and nothing to others; a
 * role what its policy says, to the bucket of its own account.
 */
export function permissions(identity: Identity, customers: readonly Customer[], owner: Customer | undefined): MayDo {
  const { session } = identity;
  if (!session || !owner) return () => !session && !owner;
  const role = customers.find(({ role: { arn } }) => arn === session.roleArn)?.role;
  if (!role || session.account !== owner.account) return () => false;
  const bucketArn = `arn:aws:s3:::${owner.bucket.name}`;
  return (action, key) =>
    isAllowed(role.policy, { action, resource: key === undefined ? bucketArn : `${bucketArn}/${key}` });
}

/**
 * Throws where somebody else holds the bucket than whoever asks expects.
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

/** Throws for an operation on an object or a list that is not permitted. What is to be deleted together, is asked one by one. */
export function checkPermission({ method, key, bucketName, query }: S3Request, mayDo: MayDo, store: ObjectStore): void {
  if (key === '') {
    if (method === 'GET' && !mayDo('s3:ListBucket')) throw accessDenied();
    return;
  }
  const tagging = query.some(([name]) => name === 'tagging') ? 'Tagging' : '';
  if (!mayDo(`${actions[method]}${tagging}`, key)) throw accessDenied();
  // Whether there is such an object, is told to whoever may list them.
  const isRead = method === 'GET' || method === 'HEAD';
  if (isRead && !mayDo('s3:ListBucket') && !store.get(bucketName, key)) throw accessDenied();
}
