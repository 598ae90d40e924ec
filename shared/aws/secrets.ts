import { DecryptCommand, EncryptCommand } from '@aws-sdk/client-kms';
import { env } from '../env.ts';
import { isIntegrationId } from '../ids.ts';
import { TtlCache } from '../ttl-cache.ts';
import { kms } from './kms.ts';

/** The owner of a secret. KMS opens it only for that owner, so it can't be moved to another receiver. */
type Owner =
  | { environmentId: string; receiverId: string }
  | { environmentId: string; formId: string; captcha: string }
  /** A captcha's secret for all forms of the deployment. */
  | { captcha: string }
  /** The secret of the deployment's client at a single sign-on provider. */
  | { provider: string }
  /** The key of the hashes that the table has in place of addresses and networks. */
  | { hashes: 'guessable' }
  | { userId: string };

function contextOf(owner: Owner): Record<string, string> {
  // The key needs an environment to open and seal (lib/data-stack.ts). No real environment is called `all`.
  if ('userId' in owner) return { environment: 'all', user: owner.userId };
  if (!('environmentId' in owner)) return { environment: 'all', ...owner };
  const { environmentId: environment } = owner;
  if ('captcha' in owner) return { environment, form: owner.formId, captcha: owner.captcha };
  const { receiverId } = owner;
  return { environment, [isIntegrationId(receiverId) ? 'integration' : 'webhook']: receiverId };
}

/** Encrypts a secret of at most 4,096 bytes with KMS; returns base64. */
export async function sealSecret(secret: string, owner: Owner): Promise<string> {
  const { CiphertextBlob } = await kms.send(
    new EncryptCommand({
      KeyId: env('KMS_KEY_ID'),
      Plaintext: Buffer.from(secret),
      EncryptionContext: contextOf(owner),
    }),
  );
  return Buffer.from(CiphertextBlob ?? '').toString('base64');
}

const secretCache = new TtlCache<string>(300);

export const openSecret = (sealed: string, owner: Owner): Promise<string> =>
  secretCache.get(JSON.stringify([contextOf(owner), sealed]), () => decryptSecret(sealed, owner));

async function decryptSecret(sealed: string, owner: Owner): Promise<string> {
  const { Plaintext } = await kms.send(
    new DecryptCommand({
      KeyId: env('KMS_KEY_ID'),
      CiphertextBlob: Buffer.from(sealed, 'base64'),
      EncryptionContext: contextOf(owner),
    }),
  );
  return Buffer.from(Plaintext ?? '').toString('utf8');
}
