import { describe, expect, it } from '@jest/globals';
import { isAllowed, type Statement } from '../../../../local/iam/policy.ts';
import { bucketPolicyOf } from '../../../../shared/domain/forms/bucket-policy.ts';
import type { Form } from '../../../../shared/domain/forms/form.ts';
import {
  accountOf,
  faultsOfStorage,
  keepsAnswersInBucket,
  ownerBucketOf,
  unsupportedStorage,
  unusedStorage,
  withGivenStorage,
} from '../../../../shared/domain/forms/storage.ts';

const given = {
  organizationId: 'org_1',
  deploymentRole: 'arn:aws:iam::000000000000:role/formline-storage-deployment-local-us-east-1',
};

const fieldsOf = (storage: Parameters<typeof unsupportedStorage>[0]['storage'], region = 'eu-central-1') =>
  unsupportedStorage({ storage }, region).map(({ field, rule }) => `${field} ${rule}`);

describe('the storage of a form', () => {
  it.each([undefined, { mode: 'platform' }, { mode: 'platform', region: 'global' }] as const)(
    'may be %j anywhere',
    storage => {
      for (const region of ['us-east-1', 'eu-west-2', 'ap-south-1']) expect(fieldsOf(storage, region)).toEqual([]);
    },
  );

  it.each([
    ['us', 'us-east-1', true],
    ['us', 'us-west-2', true],
    ['us', 'us-gov-west-1', false],
    ['us', 'eu-central-1', false],
    ['eu', 'eu-central-1', true],
    ['eu', 'eu-south-2', true],
    ['eu', 'eu-west-2', false],
    ['eu', 'eu-central-2', false],
    ['eu', 'us-east-1', false],
  ] as const)('in %s is served from %s: %s', (region, deployedTo, isServed) => {
    expect(fieldsOf({ mode: 'platform', region }, deployedTo)).toEqual(
      isServed ? [] : ['storage.region not_supported'],
    );
  });

  it('is not a bucket that nothing would be written to', () => {
    expect(fieldsOf({ mode: 'owner', bucket: 'my-bucket', region: 'us' })).toEqual(['storage.region not_supported']);
    expect(fieldsOf({ mode: 'platform', bucket: 'my-bucket' })).toEqual([]);
    expect(unusedStorage({ storage: { bucket: 'my-bucket' } }, 'ours')).toMatchObject([
      { field: 'storage.bucket', message: expect.stringContaining('the bucket ours of the deployment') },
    ]);
    expect(fieldsOf({ region: 'eu' })).toEqual([]);
    expect(unsupportedStorage({ storage: { region: 'us' } }, undefined)).toEqual([]);
  });

  it('of an owner needs a bucket, and has the external id of the organization', () => {
    const faults = (storage: Form['storage']) => faultsOfStorage({ storage }, 'org_1').map(({ field }) => field);
    expect(faults({ mode: 'owner' })).toEqual(['storage.bucket']);
    const own = { mode: 'owner', bucket: 'acme', roleArn: 'arn' } as const;
    expect([faults(own), faults({ ...own, externalId: 'org_1' })]).toEqual([[], []]);
    expect(faults({ ...own, externalId: 'org_2' })).toEqual(['storage.externalId']);
    const { storage } = withGivenStorage({ storage: own } as Form, given);
    expect(ownerBucketOf({ storage })).toEqual({ bucket: 'acme', roleArn: 'arn', externalId: 'org_1' });
    expect(ownerBucketOf({ storage: { ...storage, mode: 'platform' } })).toBeUndefined();
  });

  it('keeps answers in a bucket that is new to it, and where they are in one of before', () => {
    const own = { mode: 'owner', bucket: 'acme', roleArn: 'arn' } as const;
    const keeps = (sent: Form['storage'], before?: Form['storage']) => {
      const form = withGivenStorage({ storage: sent } as Form, { ...given, before });
      return [form.storage?.answers, keepsAnswersInBucket(form)];
    };
    expect(keeps(own)).toEqual(['bucket', true]);
    expect(keeps(own, { mode: 'platform' })).toEqual(['bucket', true]);
    expect(keeps({ ...own, answers: 'table' })).toEqual(['table', false]);
    expect(keeps(own, own)).toEqual([undefined, false]);
    expect(keeps({ ...own, answers: 'bucket' }, own)).toEqual(['bucket', true]);
    expect(keeps({ ...own, bucket: 'other' }, { ...own, answers: 'table' })).toEqual(['table', false]);
    expect(keepsAnswersInBucket({ storage: { mode: 'platform', answers: 'bucket' } })).toBe(false);
  });

  it('without a role has that of the deployment, and keeps the account that was proved, never one that is sent', () => {
    const own = { mode: 'owner', bucket: 'acme' } as const;
    const proved = { ...own, roleArn: given.deploymentRole, externalId: 'org_1', account: '111111111111' };
    const kept = (sent: Form['storage'], before?: Form['storage']) =>
      withGivenStorage({ storage: sent } as Form, { ...given, before }).storage?.account;
    expect(withGivenStorage({ storage: own } as Form, given).storage).toMatchObject({ roleArn: given.deploymentRole });
    expect([kept(own, proved), kept({ ...proved, account: '2' }, proved)]).toEqual([proved.account, proved.account]);
    expect([
      kept(proved),
      kept({ ...proved, bucket: 'other' }, proved),
      kept({ ...proved, roleArn: 'arn' }, proved),
    ]).toEqual([undefined, undefined, undefined]);
    // Without a proof, the bucket would have to be in the account of the deployment, which its role may not reach.
    expect([accountOf(proved), accountOf({ roleArn: given.deploymentRole })]).toEqual(['111111111111', '000000000000']);
  });

  it('has a bucket policy that lets the role do what the template does, and read the proof', () => {
    const roleArn = given.deploymentRole;
    const policy = bucketPolicyOf({ bucket: 'acme', roleArn, externalId: 'org_1' }) as { Statement: Statement[] };
    const allows = (action: string, resource: string, asker = roleArn) =>
      isAllowed(policy.Statement, { action, resource: `arn:aws:s3:::${resource}`, roleArn: asker });
    for (const [action, resource] of [
      ...['files', 'archives', 'exports', 'responses', 'verification'].map(
        each => ['s3:PutObject', `acme/${each}/a`] as const,
      ),
      ...[['s3:GetObject', 'acme/formline/org_1'] as const, ['s3:ListBucket', 'acme'] as const],
    ]) {
      expect(allows(action, resource)).toBe(true);
      expect(allows(action, resource, 'arn:aws:iam::000000000000:role/other')).toBe(false);
    }
    const others = ['s3:PutObject acme/formline/org_1', 's3:GetObject acme/formline/org_2', 's3:GetObject acme/other'];
    expect(others.filter(each => allows(...(each.split(' ') as [string, string])))).toEqual([]);
  });

  it('is refused with what to do', () => {
    const needed = 'is needed with the mode `owner`: docs/owner-storage.md has a template that makes bucket and role';
    const given = 'is set by the service: the organization’s id. Leave it out';
    expect(faultsOfStorage({ storage: { mode: 'owner', externalId: 'org_2' } }, 'org_1')).toEqual([
      { field: 'storage.bucket', rule: 'required', message: needed },
      { field: 'storage.externalId', rule: 'readOnly', message: given },
    ]);
    const noRole = 'is only used with the mode `owner`; leave it out, or send {"mode": "owner"}';
    const elsewhere =
      'This deployment is in us-east-1 and serves us and global. For "eu", deploy a stage there: AWS_REGION=eu-central-1 npm run deploy -- --stage NAME';
    expect(unsupportedStorage({ storage: { mode: 'platform', roleArn: 'arn', region: 'eu' } }, 'us-east-1')).toEqual([
      { field: 'storage.roleArn', rule: 'not_supported', message: noRole },
      { field: 'storage.region', rule: 'not_supported', message: elsewhere },
    ]);
  });

  it('without an owner needs nothing', () => {
    for (const form of [{}, { storage: { mode: 'platform' } }] as Form[]) {
      expect(faultsOfStorage(form, 'org_1')).toEqual([]);
    }
  });
});
