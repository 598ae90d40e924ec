import { Aws } from 'aws-cdk-lib';
import { AccountRootPrincipal, Effect, PolicyDocument, PolicyStatement, Role } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import { acknowledge } from './acknowledge.ts';
import { allow } from './lambda-function.ts';

/** The name stays as it is: the bucket policies of owners have it. */
const storageRoleName = (stage: string): string => `formline-storage-deployment-${stage}-${Aws.REGION}`;

export const storageRoleArn = (stage: string): string =>
  `arn:${Aws.PARTITION}:iam::${Aws.ACCOUNT_ID}:role/${storageRoleName(stage)}`;

const ownersBuckets = 'arn:<AWS::Partition>:s3:::*';
const prefixes = ['files', 'archives', 'exports', 'responses', 'verification'] as const;

/**
 * The role that owners of buckets allow in their bucket policy. It reaches only buckets of other accounts, so naming a
 * bucket of the deployment's account gains nothing.
 */
export function storageRole(scope: Construct, stage: string): Role {
  const objects = (prefix: string) => `arn:${Aws.PARTITION}:s3:::*/${prefix}/*`;
  const role = new Role(scope, 'StorageRole', {
    roleName: storageRoleName(stage),
    description: `Formline, ${stage}: reaches the buckets of owners whose bucket policies name it`,
    // Only the functions that reach the buckets of owners may assume roles with this name.
    assumedBy: new AccountRootPrincipal(),
    inlinePolicies: {
      Storage: new PolicyDocument({
        statements: [
          allow(['s3:GetObject', 's3:PutObject', 's3:DeleteObject'], prefixes.map(objects)),
          allow(['s3:GetObject'], [objects('formline')]),
          allow(['s3:ListBucket'], [`arn:${Aws.PARTITION}:s3:::*`]),
          new PolicyStatement({
            effect: Effect.DENY,
            actions: ['s3:*'],
            resources: ['*'],
            conditions: { StringEquals: { 'aws:ResourceAccount': Aws.ACCOUNT_ID } },
          }),
        ],
      }),
    },
  });
  const reason = 'The buckets are in accounts that nobody knows beforehand; each lets the role in by its own policy.';
  for (const rest of ['', ...[...prefixes, 'formline'].map(prefix => `/${prefix}/*`)])
    acknowledge(role, `AwsSolutions-IAM5[Resource::${ownersBuckets}${rest}]`, reason);
  return role;
}
