import { type OwnerBucket, proofKey } from './storage.ts';

/** The prefixes of what the service stores in a bucket. */
export const bucketPrefixes = ['files', 'archives', 'exports', 'responses', 'verification'] as const;

/** The bucket policy that lets the deployment's role do what the service needs. */
export function bucketPolicyOf({ bucket, roleArn, externalId }: OwnerBucket): object {
  const bucketArn = `arn:${roleArn.split(':')[1]}:s3:::${bucket}`;
  const allow = (Action: string | string[], Resource: string | string[]) => ({
    ...{ Effect: 'Allow', Principal: { AWS: roleArn }, Action, Resource },
  });
  return {
    Version: '2012-10-17',
    Statement: [
      allow(
        ['s3:GetObject', 's3:PutObject', 's3:DeleteObject'],
        bucketPrefixes.map(prefix => `${bucketArn}/${prefix}/*`),
      ),
      allow('s3:GetObject', `${bucketArn}/${proofKey({ externalId })}`),
      allow('s3:ListBucket', bucketArn),
    ],
  };
}
