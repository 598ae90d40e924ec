import { describe, expect, it } from '@jest/globals';
import type { Form } from '../../../../shared/domain/forms/form.ts';
import {
  faultsOfStorage,
  ownerBucketOf,
  unsupportedStorage,
  withExternalId,
} from '../../../../shared/domain/forms/storage.ts';

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
    expect(fieldsOf({ mode: 'platform', bucket: 'my-bucket' })).toEqual(['storage.bucket not_supported']);
  });

  it('of an owner needs a bucket and a role, and has the external id of the organization', () => {
    const faults = (storage: Form['storage']) => faultsOfStorage({ storage }, 'org_1').map(({ field }) => field);
    expect(faults({ mode: 'owner' })).toEqual(['storage.bucket', 'storage.roleArn']);
    const own = { mode: 'owner', bucket: 'acme', roleArn: 'arn' } as const;
    expect([faults(own), faults({ ...own, externalId: 'org_1' })]).toEqual([[], []]);
    expect(faults({ ...own, externalId: 'org_2' })).toEqual(['storage.externalId']);
    const { storage } = withExternalId({ storage: own } as Form, 'org_1');
    expect(ownerBucketOf({ storage })).toEqual({ bucket: 'acme', roleArn: 'arn', externalId: 'org_1' });
    expect(ownerBucketOf({ storage: { ...storage, mode: 'platform' } })).toBeUndefined();
  });

  it('is refused with what to do', () => {
    const needed = 'is needed with the mode `owner`: docs/owner-storage.md has a template that makes bucket and role';
    const given = 'is given by the service: the id of the organization. Leave it out';
    expect(faultsOfStorage({ storage: { mode: 'owner', bucket: 'acme', externalId: 'org_2' } }, 'org_1')).toEqual([
      { field: 'storage.roleArn', rule: 'required', message: needed },
      { field: 'storage.externalId', rule: 'readOnly', message: given },
    ]);
    const noOther = 'with the mode `platform` there is no other bucket than that of the deployment; leave it out';
    const elsewhere = 'this deployment keeps everything in us-east-1; leave it out, or send global';
    expect(unsupportedStorage({ storage: { mode: 'platform', bucket: 'acme', region: 'eu' } }, 'us-east-1')).toEqual([
      { field: 'storage.bucket', rule: 'not_supported', message: noOther },
      { field: 'storage.region', rule: 'not_supported', message: elsewhere },
    ]);
  });

  it('without an owner has no external id, and nothing that it needs', () => {
    for (const form of [{}, { storage: { mode: 'platform' } }] as Form[]) {
      expect(withExternalId(form, 'org_1')).toBe(form);
      expect(faultsOfStorage(form, 'org_1')).toEqual([]);
    }
  });
});
