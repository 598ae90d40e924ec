import { Aws } from 'aws-cdk-lib';
import type { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IConstruct } from 'constructs';
import type { AccessTo } from '../../shared/contracts/contract.ts';
import { acknowledge, acknowledgeWildcard } from './acknowledge.ts';
import { allow } from './lambda-function.ts';

/** The files in the uploads bucket, by environment and form. */
const fileObjects = '/files/*';

/** The archives of forms in the uploads bucket. */
const archiveObjects = '/archives/*';

/** The data gathered about people, and the exports of responses, in the uploads bucket. */
const exportObjects = '/exports/*';

/**
 * The IAM actions for each value of a contract's grant of `files`, and for jobs. A signed URL permits what the function that
 * signed it may do.
 */
const actions: Readonly<Record<AccessTo<'files'> | 'remove' | 'gather' | 'archive', readonly string[]>> = {
  sign: ['s3:PutObject'],
  claim: ['s3:GetObject'],
  read: ['s3:GetObject'],
  readArchives: ['s3:GetObject'],
  receive: ['s3:PutObject', 's3:GetObject'],
  answers: [],
  locate: [],
  verify: [],
  remove: ['s3:DeleteObject'],
  export: ['s3:GetObject'],
  readExports: ['s3:GetObject'],
  archive: ['s3:DeleteObject', 's3:GetObject', 's3:PutObject'],
  gather: ['s3:DeleteObject', 's3:GetObject', 's3:PutObject'],
};

export type FileAccess = keyof typeof actions;

/** The accesses that ask for objects that may not exist. */
const looksUp: readonly FileAccess[] = ['claim', 'receive', 'gather', 'archive'];

/** The accesses that use only the deployment's own bucket, or no bucket. */
const staysHome: readonly FileAccess[] = ['locate', 'export', 'gather'];

const reachesOwners = (access: FileAccess): boolean => !staysHome.includes(access);

/**
 * The roles by which owners of buckets in any account let the service in. Their trust policies say whom. The name
 * prefix makes sure that a caller can't name any other role.
 */
const ownersRoles = ':iam::*:role/formline-storage-*';

const assumeOwnersRoles = (): PolicyStatement => allow(['sts:AssumeRole'], [`arn:${Aws.PARTITION}${ownersRoles}`]);

function objectsOf(access: FileAccess): string {
  if (access === 'export' || access === 'readExports' || access === 'gather') return exportObjects;
  return access === 'archive' || access === 'readArchives' ? archiveObjects : fileObjects;
}

/** @param scanned whether files are scanned for malware; if so, a link opens only files without a threat */
export function fileAccess(bucketArn: string, access: FileAccess, scanned = false): PolicyStatement[] {
  const objects = bucketArn + objectsOf(access);
  const onObjects = allow(actions[access], [objects]);
  const isGuarded = scanned && access === 'read';
  if (isGuarded)
    onObjects.addCondition('StringEquals', { 's3:ExistingObjectTag/GuardDutyMalwareScanStatus': 'NO_THREATS_FOUND' });
  return [
    ...(actions[access].length > 0 ? [onObjects] : []),
    ...(isGuarded ? [allow(['s3:GetObjectTagging'], [objects])] : []),
    // Without this permission, S3 answers "access denied" instead of "no such key".
    ...(looksUp.includes(access) ? [allow(['s3:ListBucket'], [bucketArn])] : []),
    ...(reachesOwners(access) ? [assumeOwnersRoles()] : []),
  ];
}

/** Accepts that the file permissions of a role contain patterns. */
export function acknowledgeFileAccess(role: IConstruct, bucketArn: string, access: FileAccess, reason: string): void {
  if (actions[access].length > 0) acknowledgeWildcard(role, bucketArn, objectsOf(access), reason);
  if (!reachesOwners(access)) return;
  acknowledge(
    role,
    `AwsSolutions-IAM5[Resource::arn:<AWS::Partition>${ownersRoles}]`,
    'Owners of buckets are in accounts that nobody knows beforehand; each role asks for the external id of its organization.',
  );
}

/** The uploads of images that were not checked yet, and the images of forms and templates in the uploads bucket. */
const stagedImages = '/staged/*';
const shownImages = '/images/*';

/** The IAM actions on images for each value of a contract's grant of `images`. */
const imageActions: Readonly<Record<AccessTo<'images'>, Readonly<Record<string, readonly string[]>>>> = {
  sign: { [stagedImages]: ['s3:PutObject'] },
  keep: { [stagedImages]: ['s3:GetObject'], [shownImages]: ['s3:PutObject', 's3:DeleteObject'] },
  show: { [shownImages]: ['s3:GetObject'] },
  copy: { [shownImages]: ['s3:GetObject', 's3:PutObject'] },
  replace: { [shownImages]: ['s3:GetObject', 's3:PutObject', 's3:DeleteObject'] },
  remove: { [shownImages]: ['s3:DeleteObject'] },
};

export type ImageAccess = keyof typeof imageActions;

/** The accesses that ask for images that may not exist. */
const looksUpImages: readonly ImageAccess[] = ['keep', 'show'];

export function imageAccess(bucketArn: string, access: ImageAccess): PolicyStatement[] {
  return [
    ...Object.entries(imageActions[access]).map(([objects, names]) => allow([...names], [bucketArn + objects])),
    // Without this permission, S3 answers "access denied" instead of "no such key".
    ...(looksUpImages.includes(access) ? [allow(['s3:ListBucket'], [bucketArn])] : []),
  ];
}

/** Accepts that the image permissions of a role contain patterns. */
export function acknowledgeImageAccess(role: IConstruct, bucketArn: string, access: ImageAccess, reason: string): void {
  for (const objects of Object.keys(imageActions[access])) acknowledgeWildcard(role, bucketArn, objects, reason);
}
