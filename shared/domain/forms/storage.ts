import type { Fault } from '../../fault.ts';
import type { Form } from './form.ts';

/** The regions of AWS that a form's `region` stands for. Those in London and Zurich are not in the European Union. */
const regions: Readonly<Record<'us' | 'eu', RegExp>> = {
  us: /^us-(east|west)-\d$/,
  eu: /^(eu-central-1|eu-north-1|eu-south-[12]|eu-west-[13]|eusc-de-east-1)$/,
};

/**
 * A bucket that is not the deployment's, and the role by which it is reached. The external id says for whom: a role that asks
 * for it cannot be used by another organization of the same deployment.
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/confused-deputy.html
 */
export type OwnerBucket = { readonly bucket: string; readonly roleArn: string; readonly externalId: string };

/** The bucket that a form's files and archives go to; undefined for the deployment's own. */
export function ownerBucketOf({ storage }: Pick<Form, 'storage'>): OwnerBucket | undefined {
  const { mode, bucket, roleArn, externalId } = storage ?? {};
  if (mode !== 'owner' || !bucket || !roleArn || !externalId) return undefined;
  return { bucket, roleArn, externalId };
}

/**
 * The account that a bucket has to belong to: that of its role. A bucket that was deleted can be made anew by anybody, under its
 * name and with a policy that lets the role in.
 */
export const accountOf = ({ roleArn }: Pick<OwnerBucket, 'roleArn'>): string => roleArn.split(':')[4] ?? '';

type Sent = NonNullable<Form['storage']>;

/** A form with the external id of its organization, which nobody chooses. */
export function withExternalId(form: Form, organizationId: string): Form {
  if (form.storage?.mode !== 'owner') return form;
  return { ...form, storage: { ...form.storage, externalId: organizationId } };
}

/** What of a form's storage says nothing, or too little, or is not the caller's to say. */
export function faultsOfStorage({ storage }: Pick<Form, 'storage'>, organizationId: string): Fault[] {
  const { mode, externalId = organizationId } = storage ?? {};
  const needed = mode === 'owner' ? (['bucket', 'roleArn'] as const) : [];
  const missing = needed.filter(name => storage?.[name] === undefined);
  const faults = missing.map(name => {
    const message = 'is needed with the mode `owner`: docs/owner-storage.md has a template that makes bucket and role';
    return { field: `storage.${name}`, rule: 'required', message };
  });
  if (externalId === organizationId) return faults;
  const message = 'is given by the service: the id of the organization. Leave it out';
  return [...faults, { field: 'storage.externalId', rule: 'readOnly', message }];
}

/**
 * What of a form's storage this deployment does not carry out. It keeps everything in its own region, and in its own buckets
 * unless the mode is `owner`.
 *
 * @param deployedTo the region of the deployment, as AWS calls it
 */
export function unsupportedStorage({ storage }: Pick<Form, 'storage'>, deployedTo: string): Fault[] {
  const { mode, region = 'global' } = storage ?? {};
  const foreign = mode === 'owner' ? [] : (['bucket', 'roleArn', 'externalId'] as const);
  const faults = foreign
    .filter(name => storage?.[name as keyof Sent] !== undefined)
    .map(name => {
      const message = 'with the mode `platform` there is no other bucket than that of the deployment; leave it out';
      return { field: `storage.${name}`, message };
    });
  if (region !== 'global' && !regions[region].test(deployedTo)) {
    const message = `this deployment keeps everything in ${deployedTo}; leave it out, or send global`;
    faults.push({ field: 'storage.region', message });
  }
  return faults.map(fault => ({ ...fault, rule: 'not_supported' }));
}
