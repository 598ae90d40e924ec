import { randomUUID } from 'node:crypto';
import { DeleteObjectCommand, GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { bucketPolicyOf, bucketPrefixes } from '../../domain/forms/bucket-policy.ts';
import { type OwnerBucket, proofKey } from '../../domain/forms/storage.ts';
import type { Fault } from '../../fault.ts';
import { bindToRequest } from '../bind-to-request.ts';
import { clientDefaults } from '../client-defaults.ts';
import { assumeProvedRole, assumeRole } from './assume-role.ts';
import { isShutOut, newOwnerClient } from './buckets.ts';

/** The tests in order, each with the field at fault and what to do. */
const advice = {
  externalId: [
    'storage.roleArn',
    'admits every organization of this deployment: its trust policy must require your external id, by the condition StringEquals on sts:ExternalId',
  ],
  assume: [
    'storage.roleArn',
    'can’t be assumed: its trust policy must let the account ACCOUNT call sts:AssumeRole with the external id EXTERNAL_ID',
  ],
  write: ['storage.bucket', 'can’t be written to: the role needs s3:PutObject on PREFIXES in it'],
  read: ['storage.bucket', 'cannot be read: the role needs s3:GetObject on what it has written there'],
  delete: ['storage.bucket', 'takes no deletions: the role needs s3:DeleteObject on what it has written there'],
  proof: ['storage.bucket', 'has no proof that this organization may use it. As its owner, run: PROVE'],
  account: ['storage.bucket', 'does not belong to the account that the object PROOF names. As its owner, run: PROVE'],
  ownAccount: [
    'storage.bucket',
    'is in the account of the deployment, where the bucket policy doesn’t admit the service. Use a role: docs/owner-storage.md has a template',
  ],
  policy: [
    'storage.bucket',
    'does not admit the role ROLE. Its bucket policy needs POLICY. Then, as the owner of the bucket, run: PROVE',
  ],
} as const;

type VerificationStep = keyof typeof advice;

/** The deployment's account, and its role that bucket policies name. */
type Deployment = { readonly account: string; readonly deploymentRole: string };

/** The reason not to use a bucket, or the proved account if the role is the deployment's. */
type BucketVerification = { readonly faults: Fault[]; readonly account?: string };

/** A bucket, and whether the answers of the form go there. */
type VerifiedBucket = OwnerBucket & { readonly answers: boolean };

/** Checks that this organization can use a bucket. Returns the first fault. */
export async function verifyBucket(
  storage: VerifiedBucket,
  { account, deploymentRole }: Deployment,
): Promise<BucketVerification> {
  if (storage.roleArn === deploymentRole) return verifyProvedBucket(storage, account);
  if (await isOpenToAll(storage)) return { faults: [faultOf('externalId', storage, account)] };
  return { faults: await faultsOfUse(storage, account) };
}

/**
 * Checks the proof. All organizations share the deployment's role, so the object in the bucket says who may use it, and
 * which account owns it. Later requests expect that account.
 */
async function verifyProvedBucket(asked: VerifiedBucket, account: string): Promise<BucketVerification> {
  // If the deployment's own role can't be assumed, the caller is not at fault.
  const credentials = await assumeRole(asked);
  let proved = '';
  const unread = await refusalOf(async () => {
    proved = await readProof(asked, new S3Client({ ...clientDefaults, credentials }));
  });
  const faultOfProof = (step: VerificationStep, error?: Error) => ({ faults: [faultOf(step, asked, account, error)] });
  if (unread) return faultOfProof(noProof.has(unread.name) ? 'proof' : 'policy', unread);
  if (!/^\d{12}$/.test(proved)) return faultOfProof('proof');
  if (proved === account) return faultOfProof('ownAccount');
  const storage = { ...asked, account: proved };
  const elsewhere = await refusalOf(() => assumeProvedRole(storage));
  if (elsewhere) return faultOfProof('account', elsewhere);
  return { faults: await faultsOfUse(storage, account), account: proved };
}

/** The most bytes of a proof: an account number and the line break of an editor. */
const proofBytesMax = 32;

/** Returns the owner's proof, or undefined if it is too long for an account number. */
async function readProof(storage: OwnerBucket, client: S3Client): Promise<string> {
  const { Body, ContentLength = 0 } = await bindToRequest(client).send(
    new GetObjectCommand({ Bucket: storage.bucket, Key: proofKey(storage), Range: `bytes=0-${proofBytesMax}` }),
  );
  const text = (await Body?.transformToString()) ?? '';
  return ContentLength > proofBytesMax ? '' : text.trim();
}

/**
 * Tries to assume the role, then to write, read and delete an object: among the answers, if those go to the bucket. The
 * roles and policies of owners from before they did know nothing of them.
 */
async function faultsOfUse(storage: VerifiedBucket, account: string): Promise<Fault[]> {
  const Key = `${storage.answers ? 'responses/verification' : 'verification'}/${randomUUID()}`;
  const object = { Bucket: storage.bucket, Key };
  // Use a new client without cached credentials, so that a role that was just fixed is tried again.
  const client = newOwnerClient(storage);
  const steps: readonly [VerificationStep, () => Promise<unknown>][] = [
    ['assume', () => assumeRole(storage)],
    ['write', () => client.send(new PutObjectCommand({ ...object, Body: Key, ContentType: 'text/plain' }))],
    [
      'read',
      async () => {
        const { Body } = await client.send(new GetObjectCommand(object));
        if ((await Body?.transformToString()) !== Key) throw Object.assign(new Error(), { name: 'AccessDenied' });
      },
    ],
    ['delete', () => client.send(new DeleteObjectCommand(object))],
  ];
  for (const [step, work] of steps) {
    const error = await refusalOf(work);
    if (error) return [faultOf(step, storage, account, error)];
  }
  return [];
}

/** An external ID that no organization has. */
const anotherId = 'org_00000000000000000000000000';

/** Whether the role can be assumed without an external ID, or with any. Then every organization could name it. */
async function isOpenToAll({ roleArn }: OwnerBucket): Promise<boolean> {
  for (const externalId of [undefined, anotherId])
    if (!(await refusalOf(() => assumeRole({ roleArn, externalId })))) return true;
  return false;
}

/** S3's errors for a proof that is missing or empty. */
const noProof: ReadonlySet<string> = new Set(['NoSuchKey', 'InvalidRange']);

/** Returns the reason to refuse the bucket, or undefined. Throws temporary failures. */
async function refusalOf(work: () => Promise<unknown>): Promise<Error | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    if (isShutOut(error) || [...noProof, 'ValidationError'].includes((error as Error).name)) return error as Error;
    throw error;
  }
}

const elsewhere = `does not lie in REGION, where this deployment is, or there is none of this name`;

function faultOf(step: VerificationStep, storage: OwnerBucket, account: string, error?: Error): Fault {
  const isElsewhere = error?.name === 'PermanentRedirect' || error?.name === 'NoSuchBucket';
  const byPolicy = storage.account !== undefined;
  const [field, todo] = isElsewhere ? ['storage.bucket', elsewhere] : advice[step];
  const values: Readonly<Record<string, string>> = {
    ACCOUNT: account,
    PREFIXES: bucketPrefixes.map(prefix => `${prefix}/*`).join(', '),
    EXTERNAL_ID: storage.externalId,
    REGION: process.env.AWS_REGION ?? '',
    ROLE: storage.roleArn,
    POLICY: JSON.stringify(bucketPolicyOf(storage)),
    PROOF: proofKey(storage),
    PROVE: `aws sts get-caller-identity --query Account --output text | aws s3 cp - s3://${storage.bucket}/${proofKey(storage)}`,
  };
  const advised = byPolicy ? `${todo}. The bucket policy needs POLICY` : todo;
  const message = advised.replace(
    /\b(ACCOUNT|PREFIXES|EXTERNAL_ID|REGION|ROLE|POLICY|PROOF|PROVE)\b/g,
    name => values[name] ?? name,
  );
  const reason = error && !isElsewhere ? ` (AWS says ${error.name})` : '';
  return { field, rule: `storage.${step}`, message: `${message}${reason}` };
}
