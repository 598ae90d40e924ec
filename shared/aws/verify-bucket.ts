import { randomUUID } from 'node:crypto';
import { DeleteObjectCommand, GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import type { OwnerBucket } from '../domain/forms/storage.ts';
import type { Fault } from '../fault.ts';
import { assumeRole } from './assume-role.ts';
import { isShutOut, newOwnerClient } from './buckets.ts';

/** What is tried, in this order, each with the field that is to blame and what to do. */
const advice = {
  externalId: [
    'storage.roleArn',
    'lets anybody of this deployment in: its trust policy has to ask for the external id, by the condition StringEquals on sts:ExternalId',
  ],
  assume: [
    'storage.roleArn',
    'cannot be assumed: its trust policy has to let the account ACCOUNT call sts:AssumeRole with the external id EXTERNAL_ID',
  ],
  write: [
    'storage.bucket',
    'cannot be written to: the role needs s3:PutObject on verification/*, files/*, archives/* and exports/* in it',
  ],
  read: ['storage.bucket', 'cannot be read: the role needs s3:GetObject on what it has written there'],
  delete: ['storage.bucket', 'takes no deletions: the role needs s3:DeleteObject on what it has written there'],
} as const;

type Step = keyof typeof advice;

/**
 * Tries whether a bucket can be used: that its role is for this organization alone, and then a write, a read and a delete.
 * Gives the first fault.
 *
 * @param account that of the deployment, for the advice
 */
export async function faultsOfBucket(storage: OwnerBucket, account: string): Promise<Fault[]> {
  if (await isOpenToAll(storage)) return [faultOf('externalId', storage, account)];
  const Key = `verification/${randomUUID()}`;
  const object = { Bucket: storage.bucket, Key };
  // Of its own, so that a role that was mended a moment ago is asked again.
  const client = newOwnerClient(storage);
  const steps: readonly [Step, () => Promise<unknown>][] = [
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

/** Whether the role can be assumed without its external id: then every organization could name it. */
const isOpenToAll = async ({ roleArn }: OwnerBucket): Promise<boolean> =>
  !(await refusalOf(() => assumeRole({ roleArn })));

/** Why it is refused. What passes by itself is none: it is thrown. */
async function refusalOf(work: () => Promise<unknown>): Promise<Error | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    if (isShutOut(error) || (error as Error).name === 'ValidationError') return error as Error;
    throw error;
  }
}

const elsewhere = `does not lie in REGION, where this deployment is, or there is none of this name`;

function faultOf(step: Step, { externalId }: OwnerBucket, account: string, error?: Error): Fault {
  const isElsewhere = error?.name === 'PermanentRedirect' || error?.name === 'NoSuchBucket';
  const [field, todo] = isElsewhere ? ['storage.bucket', elsewhere] : advice[step];
  const message = todo
    .replace('ACCOUNT', account)
    .replace('EXTERNAL_ID', externalId)
    .replace('REGION', process.env.AWS_REGION ?? '');
  const reason = error && !isElsewhere ? ` (AWS says ${error.name})` : '';
  return { field, rule: `storage.${step}`, message: `${message}${reason}` };
}
