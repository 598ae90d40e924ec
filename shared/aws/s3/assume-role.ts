import { HeadObjectCommand, S3Client, type S3ServiceException } from '@aws-sdk/client-s3';
import { AssumeRoleCommand, STSClient } from '@aws-sdk/client-sts';
import { accountOf, type OwnerBucket, proofKey } from '../../domain/forms/storage.ts';
import { bindToRequest } from '../bind-to-request.ts';
import { clientDefaults } from '../client-defaults.ts';

/** The client of STS, in the region of the deployment. */
const sts = bindToRequest(new STSClient(clientDefaults));

/** The longest session in seconds: a role that assumes another gets at most an hour. */
const sessionSeconds = 3600;

/** Returns credentials for an owner's bucket, valid for an hour. */
export async function assumeRole({ roleArn, externalId }: Pick<OwnerBucket, 'roleArn'> & { externalId?: string }) {
  const { Credentials } = await sts.send(
    new AssumeRoleCommand({
      RoleArn: roleArn,
      RoleSessionName: 'formline',
      ExternalId: externalId,
      DurationSeconds: sessionSeconds,
    }),
  );
  const { AccessKeyId = '', SecretAccessKey = '', SessionToken, Expiration } = Credentials ?? {};
  return {
    accessKeyId: AccessKeyId,
    secretAccessKey: SecretAccessKey,
    sessionToken: SessionToken,
    expiration: Expiration,
  };
}

/**
 * Returns credentials of the deployment's role for an owner's bucket. The role serves all organizations, so each
 * renewal, at least once an hour, checks the owner's proof.
 */
export async function assumeProvedRole(storage: OwnerBucket) {
  // A stage that was moved to another account has a different role than the stored one.
  const credentials = await assumeRole({ ...storage, roleArn: process.env.STORAGE_ROLE || storage.roleArn });
  const client = bindToRequest(new S3Client({ ...clientDefaults, credentials }));
  const proof = { Bucket: storage.bucket, Key: proofKey(storage), ExpectedBucketOwner: accountOf(storage) };
  try {
    await client.send(new HeadObjectCommand(proof));
  } catch (error) {
    // An answer to HEAD has a status but no error name, and the error's class differs between bundle and part.
    const name = refusals[(error as Partial<S3ServiceException>).$metadata?.httpStatusCode ?? 0];
    if (!name) throw error;
    throw Object.assign(new Error(`${storage.bucket} does not show ${proof.Key}`, { cause: error }), { name });
  }
  return credentials;
}

const refusals: Readonly<Record<number, string>> = {
  301: 'PermanentRedirect',
  403: 'AccessDenied',
  404: 'ProofMissing',
};
