import type { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Contract } from '../../shared/contracts/contract.ts';
import { allow } from './lambda-function.ts';

/** Where the files lie in the bucket of uploads, by environment and form. */
export const fileObjects = '/files/*';

/** What a contract's `files` means in IAM; a signed URL permits what the function that signed it may do. */
const actions: Readonly<Record<NonNullable<Contract['files']> | 'remove', readonly string[]>> = {
  sign: ['s3:PutObject'],
  claim: ['s3:GetObject'],
  read: ['s3:GetObject'],
  receive: ['s3:PutObject', 's3:GetObject'],
  locate: [],
  remove: ['s3:DeleteObject'],
};

export function fileAccess(bucketArn: string, access: keyof typeof actions): PolicyStatement[] {
  if (actions[access].length === 0) return [];
  const onObjects = allow(actions[access], [bucketArn + fileObjects]);
  // Without it, S3 answers that it permits nothing, not that there is no such object.
  return access === 'claim' || access === 'receive' ? [onObjects, allow(['s3:ListBucket'], [bucketArn])] : [onObjects];
}
