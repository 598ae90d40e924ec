import { Aws } from 'aws-cdk-lib';
import type { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IConstruct } from 'constructs';
import type { Contract } from '../../shared/contracts/contract.ts';
import { acknowledge, acknowledgeWildcard } from './acknowledge.ts';
import { allow } from './lambda-function.ts';

/** Where the files lie in the bucket of uploads, by environment and form. */
const fileObjects = '/files/*';

/** Where the archives of a form lie in it. */
const archiveObjects = '/archives/*';

/** Where what was gathered of people, and exports of responses, lie in it. */
const exportObjects = '/exports/*';

/** What a contract's `files` means in IAM, and what jobs do; a signed URL permits what the function that signed it may do. */
const actions: Readonly<Record<NonNullable<Contract['files']> | 'remove' | 'gather' | 'archive', readonly string[]>> = {
  sign: ['s3:PutObject'],
  claim: ['s3:GetObject'],
  read: ['s3:GetObject'],
  readArchives: ['s3:GetObject'],
  receive: ['s3:PutObject', 's3:GetObject'],
  locate: [],
  verify: [],
  remove: ['s3:DeleteObject'],
  export: ['s3:GetObject'],
  readExports: ['s3:GetObject'],
  archive: ['s3:DeleteObject', 's3:GetObject', 's3:PutObject'],
  gather: ['s3:DeleteObject', 's3:GetObject', 's3:PutObject'],
};

export type FileAccess = keyof typeof actions;

/** Those that ask for objects which may not be there. */
const looksUp: readonly FileAccess[] = ['claim', 'receive', 'gather', 'archive'];

/** Those that reach what is in the deployment's own bucket alone, or reach nothing. */
const staysHome: readonly FileAccess[] = ['locate', 'export', 'gather'];

const reachesOwners = (access: FileAccess): boolean => !staysHome.includes(access);

/**
 * Roles by which owners of buckets let the service in, in any account: their trust policies say whom. By their name no other
 * role can be meant, whatever a caller names.
 */
const ownersRoles = ':iam::*:role/formline-storage-*';

const assumeOwnersRoles = (): PolicyStatement => allow(['sts:AssumeRole'], [`arn:${Aws.PARTITION}${ownersRoles}`]);

function objectsOf(access: FileAccess): string {
  if (access === 'export' || access === 'readExports' || access === 'gather') return exportObjects;
  return access === 'archive' || access === 'readArchives' ? archiveObjects : fileObjects;
}

/** @param scanned whether files are scanned for malware: then a link opens none but those in which no threat was found */
export function fileAccess(bucketArn: string, access: FileAccess, scanned = false): PolicyStatement[] {
  const objects = bucketArn + objectsOf(access);
  const onObjects = allow(actions[access], [objects]);
  const isGuarded = scanned && access === 'read';
  if (isGuarded)
    onObjects.addCondition('StringEquals', { 's3:ExistingObjectTag/GuardDutyMalwareScanStatus': 'NO_THREATS_FOUND' });
  return [
    ...(actions[access].length > 0 ? [onObjects] : []),
    ...(isGuarded ? [allow(['s3:GetObjectTagging'], [objects])] : []),
    // Without it, S3 answers that it permits nothing, not that there is no such object.
    ...(looksUp.includes(access) ? [allow(['s3:ListBucket'], [bucketArn])] : []),
    ...(reachesOwners(access) ? [assumeOwnersRoles()] : []),
  ];
}

/** Accepts that what a role may do to files names patterns. */
export function acknowledgeFileAccess(role: IConstruct, bucketArn: string, access: FileAccess, reason: string): void {
  if (actions[access].length > 0) acknowledgeWildcard(role, bucketArn, objectsOf(access), reason);
  if (!reachesOwners(access)) return;
  acknowledge(
    role,
    `AwsSolutions-IAM5[Resource::arn:<AWS::Partition>${ownersRoles}]`,
    'Owners of buckets are in accounts that nobody knows beforehand; each role asks for the external id of its organization.',
  );
}
