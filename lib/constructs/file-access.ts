import type { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Contract } from '../../shared/contracts/contract.ts';
import { allow } from './lambda-function.ts';

/** Where the files lie in the bucket of uploads, by environment and form. */
const fileObjects = '/files/*';

/** Where the archives of a form lie in it. */
const archiveObjects = '/archives/*';

/** Where what was gathered of people lies in it. */
const exportObjects = '/exports/*';

/** What a contract's `files` means in IAM, and what jobs do; a signed URL permits what the function that signed it may do. */
const actions: Readonly<Record<NonNullable<Contract['files']> | 'remove' | 'gather' | 'archive', readonly string[]>> = {
  sign: ['s3:PutObject'],
  claim: ['s3:GetObject'],
  read: ['s3:GetObject'],
  readArchives: ['s3:GetObject'],
  receive: ['s3:PutObject', 's3:GetObject'],
  locate: [],
  remove: ['s3:DeleteObject'],
  export: ['s3:GetObject'],
  archive: ['s3:DeleteObject', 's3:GetObject', 's3:PutObject'],
  gather: ['s3:DeleteObject', 's3:GetObject', 's3:PutObject'],
};

export type FileAccess = keyof typeof actions;

/** Those that ask for objects which may not be there. */
const looksUp: readonly FileAccess[] = ['claim', 'receive', 'gather', 'archive'];

export function objectsOf(access: FileAccess): string {
  if (access === 'export' || access === 'gather') return exportObjects;
  return access === 'archive' || access === 'readArchives' ? archiveObjects : fileObjects;
}

export function fileAccess(bucketArn: string, access: FileAccess): PolicyStatement[] {
  if (actions[access].length === 0) return [];
  const onObjects = allow(actions[access], [bucketArn + objectsOf(access)]);
  // Without it, S3 answers that it permits nothing, not that there is no such object.
  return looksUp.includes(access) ? [onObjects, allow(['s3:ListBucket'], [bucketArn])] : [onObjects];
}
