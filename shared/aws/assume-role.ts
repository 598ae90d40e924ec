import { AssumeRoleCommand, STSClient } from '@aws-sdk/client-sts';
import type { OwnerBucket } from '../domain/forms/storage.ts';
import { boundByRequest } from './bound-by-request.ts';
import { clientDefaults } from './client-defaults.ts';

/** The client of STS, in the region of the deployment. */
export const sts = boundByRequest(new STSClient(clientDefaults));

/** A function's role that assumes another may do so for an hour at most. */
const sessionSeconds = 3600;

/** Credentials by which the bucket of an owner is reached, for an hour. */
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
