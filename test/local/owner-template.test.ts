import { describe, expect, it } from '@jest/globals';
import { account } from '../../local/credentials.ts';
import { deployedCustomer } from '../../local/iam/customers.ts';
import { isAllowed } from '../../local/iam/policy.ts';

const { bucket, role } = deployedCustomer({
  account: '111122223333',
  BucketName: 'acme-files',
  RoleName: 'formline-storage-acme',
  ExternalId: 'org_1',
});

const mayAssume = (from: string, externalId?: string) =>
  isAllowed(role.trust, { action: 'sts:AssumeRole', account: from, context: { 'sts:ExternalId': externalId } });

describe('the template of an owner’s bucket', () => {
  it('lets the deployment in with the external id of the organization, and nobody else', () => {
    expect(mayAssume(account, 'org_1')).toBe(true);
    expect([mayAssume(account), mayAssume(account, 'org_2'), mayAssume('999999999999', 'org_1')]).toEqual([
      false,
      false,
      false,
    ]);
  });

  it('permits what the service does to its objects, and nothing else', () => {
    const actions = ['s3:GetObject', 's3:PutObject', 's3:DeleteObject', 's3:PutObjectAcl', 's3:GetObjectTagging'];
    const keys = ['files/a', 'archives/a', 'verification/a', 'exports/a', 'others/a'];
    const resources = ['acme-files', ...keys.map(key => `acme-files/${key}`), 'other-bucket/files/a'];
    const allowed = [...actions, 's3:ListBucket', 's3:DeleteBucket', 's3:PutBucketPolicy'].flatMap(action =>
      resources
        .filter(resource => isAllowed(role.policy, { action, resource: `arn:aws:s3:::${resource}` }))
        .map(resource => `${action} ${resource}`),
    );
    const onObjects = ['s3:GetObject', 's3:PutObject', 's3:DeleteObject'].flatMap(action =>
      ['files/a', 'archives/a', 'verification/a', 'exports/a'].map(key => `${action} acme-files/${key}`),
    );
    expect(allowed).toEqual([...onObjects, 's3:ListBucket acme-files']);
  });

  it('makes a bucket that no public reaches, and that browsers can send files to', () => {
    expect(Object.values(bucket.properties.PublicAccessBlockConfiguration ?? {})).toEqual([true, true, true, true]);
    expect(bucket.properties.CorsConfiguration?.CorsRules).toMatchObject([{ AllowedMethods: ['GET', 'PUT'] }]);
  });
});
