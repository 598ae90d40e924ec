import type { Fault } from '../../fault.ts';
import type { Form } from './form.ts';

/** The AWS regions that a form's `region` means. Those in London and Zurich are not in the European Union. */
const regions: Readonly<Record<'us' | 'eu', RegExp>> = {
  us: /^us-(east|west)-\d$/,
  eu: /^(eu-central-1|eu-north-1|eu-south-[12]|eu-west-[13]|eusc-de-east-1)$/,
};

/**
 * A bucket that is not the deployment's, and the role for access to it. The external ID names the organization: a role
 * that requires it cannot be used by another organization of the same deployment.
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/confused-deputy.html
 */
export type OwnerBucket = {
  readonly bucket: string;
  readonly roleArn: string;
  readonly externalId: string;
  /** The account that owns the bucket, if the role is the deployment's own and a bucket policy admits it. */
  readonly account?: string;
};

/** Returns the bucket of a form's files and archives, or undefined for the deployment's own. */
export function ownerBucketOf({ storage }: Pick<Form, 'storage'>): OwnerBucket | undefined {
  const { mode, bucket, roleArn, externalId, account } = storage ?? {};
  if (mode !== 'owner' || !bucket || !roleArn || !externalId) return undefined;
  return { bucket, roleArn, externalId, ...(account && { account }) };
}

/** Whether the answers to a form are kept in its owner's bucket. Forms from before this setting keep them in the table. */
export const keepsAnswersInBucket = (form: Pick<Form, 'storage'>): boolean =>
  form.storage?.answers === 'bucket' && ownerBucketOf(form) !== undefined;

/**
 * Returns the account that must own a bucket: the proved one, or that of its role. Anyone can recreate a deleted bucket
 * under its name, with a policy that admits the role.
 */
export const accountOf = ({ roleArn, account }: Pick<OwnerBucket, 'roleArn' | 'account'>): string =>
  account ?? roleArn.split(':')[4] ?? '';

/**
 * Returns the key of the object that proves that an organization may use a bucket. It contains the number of the
 * account that owns the bucket. The bucket policy names a role that all organizations share, so it does not say which
 * may use it.
 */
export const proofKey = ({ externalId }: Pick<OwnerBucket, 'externalId'>): string => `formline/${externalId}`;

type StorageInput = NonNullable<Form['storage']>;

type StorageContext = {
  readonly organizationId: string;
  /** The ARN of the role that is used if the owner names none. */
  readonly deploymentRole: string;
  readonly before?: Form['storage'];
};

/**
 * Returns a form of mode `owner` with the storage settings that the service adds: the external ID of the organization,
 * and the role if the owner names none. Its account stays only if it was proved before. Answers go to a bucket that is
 * new to the form, and stay where they are in any other.
 */
export function withGivenStorage(form: Form, { organizationId, deploymentRole, before }: StorageContext): Form {
  const { account: _, roleArn = deploymentRole, ...sent } = form.storage ?? {};
  const isProved = before?.mode === 'owner' && before.bucket === sent.bucket && before.roleArn === roleArn;
  const account = isProved ? before.account : undefined;
  const { answers = before?.mode === 'owner' ? before.answers : 'bucket' } = sent;
  const given = { roleArn, externalId: organizationId, ...(account && { account }), ...(answers && { answers }) };
  return { ...form, storage: { ...sent, ...given } };
}

/**
 * Returns the faults of a form's storage: settings that mean nothing, are incomplete, or are not the caller's to set.
 */
export function faultsOfStorage({ storage }: Pick<Form, 'storage'>, organizationId: string): Fault[] {
  const { mode, bucket, externalId = organizationId } = storage ?? {};
  const needed = 'is needed with the mode `owner`: docs/owner-storage.md has a template that makes bucket and role';
  const isMissing = mode === 'owner' && bucket === undefined;
  const faults = isMissing ? [{ field: 'storage.bucket', rule: 'required', message: needed }] : [];
  if (externalId === organizationId) return faults;
  const message = 'is set by the service: the organization’s id. Leave it out';
  return [...faults, { field: 'storage.externalId', rule: 'readOnly', message }];
}

/** Returns the `region` values that a deployment serves: its own AWS region's, and anywhere. */
const regionsServed = (deployedTo: string): string[] => [
  ...Object.entries(regions).flatMap(([region, pattern]) => (pattern.test(deployedTo) ? [region] : [])),
  'global',
];

const example = { us: 'us-east-1', eu: 'eu-central-1' } as const;

/**
 * Returns faults for storage settings that this deployment does not support. It stores everything in its own region,
 * and in its own buckets unless the mode is `owner`.
 *
 * @param deployedTo the deployment's AWS region; undefined when it is not deployed, and serves all
 */
export function unsupportedStorage({ storage }: Pick<Form, 'storage'>, deployedTo: string | undefined): Fault[] {
  const { mode = 'platform', region = 'global' } = storage ?? {};
  const foreign = mode === 'owner' ? [] : (['roleArn', 'externalId', 'account', 'answers'] as const);
  const faults = foreign
    .filter(name => storage?.[name as keyof StorageInput] !== undefined)
    .map(name => {
      const message = 'is only used with the mode `owner`; leave it out, or send {"mode": "owner"}';
      return { field: `storage.${name}`, message };
    });
  if (region !== 'global' && deployedTo !== undefined && !regions[region].test(deployedTo)) {
    const served = regionsServed(deployedTo).join(' and ');
    const message = `This deployment is in ${deployedTo} and serves ${served}. For "${region}", deploy a stage there: AWS_REGION=${example[region]} npm run deploy -- --stage NAME`;
    faults.push({ field: 'storage.region', message });
  }
  return faults.map(fault => ({ ...fault, rule: 'not_supported' }));
}

/** Returns faults for storage settings that have no effect. */
export function unusedStorage({ storage }: Pick<Form, 'storage'>, ownBucket: string): Fault[] {
  if (!storage?.bucket || storage.mode === 'owner') return [];
  const message = `With the mode "platform", files go to the bucket ${ownBucket} of the deployment; "${storage.bucket}" is not used`;
  return [{ field: 'storage.bucket', rule: 'unused', message }];
}
