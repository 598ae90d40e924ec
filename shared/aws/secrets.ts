import { DecryptCommand, EncryptCommand, KMSClient } from '@aws-sdk/client-kms';
import { env } from '../env.ts';
import { isIntegrationId } from '../ids.ts';
import type { StoredIntegration } from '../store/integrations.ts';
import { SecondsCache } from '../store/seconds-cache.ts';
import type { StoredWebhook } from '../store/webhooks.ts';
import { clientDefaults } from './client-defaults.ts';

const kms = new KMSClient(clientDefaults);

/** What a secret belongs to: KMS opens it for nothing else, so that it cannot be moved to another receiver. */
type Owner = { environmentId: string; receiverId: string };

const contextOf = ({ environmentId, receiverId }: Owner) => ({
  environment: environmentId,
  [isIntegrationId(receiverId) ? 'integration' : 'webhook']: receiverId,
});

/** A secret as it may be stored: encrypted by KMS, in base64. Of 4,096 bytes at most. */
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

const opened = new SecondsCache<string>(300);

const open = (sealed: string, owner: Owner): Promise<string> =>
  opened.get(`${owner.receiverId} ${sealed}`, () => openSecret(sealed, owner));

/** The secrets that a webhook's requests are signed with, the newer first; during a rotation two. */
export async function secretsOf(stored: StoredWebhook, now: number): Promise<string[]> {
  const { environmentId, webhook, secret, previousSecret } = stored;
  const sealed = previousSecret && previousSecret.until > now ? [secret, previousSecret.sealed] : [secret];
  return Promise.all(sealed.map(each => open(each, { environmentId, receiverId: webhook.id })));
}

/** What an integration shows to its service. */
export const credentialOf = ({ secret, environmentId, integration }: StoredIntegration): Promise<string> =>
  open(secret, { environmentId, receiverId: integration.id });

async function openSecret(sealed: string, owner: Owner): Promise<string> {
  const { Plaintext } = await kms.send(
    new DecryptCommand({
      KeyId: env('KMS_KEY_ID'),
      CiphertextBlob: Buffer.from(sealed, 'base64'),
      EncryptionContext: contextOf(owner),
    }),
  );
  return Buffer.from(Plaintext ?? '').toString('utf8');
}

/** How long the secret before signs along, so that receivers can be told the new one. */
const rotationMs = 24 * 3600_000;

/** A webhook with a new secret, sealed; the one that it had, if any, signs along for a day. */
export async function withSecret(
  stored: Omit<StoredWebhook, 'secret'> & { secret?: string },
  secret: string,
  now: number,
): Promise<StoredWebhook> {
  const { environmentId, webhook, secret: before } = stored;
  return {
    ...stored,
    webhook: { ...webhook, secretLast4: secret.slice(-4) },
    secret: await sealSecret(secret, { environmentId, receiverId: webhook.id }),
    ...(before !== undefined && { previousSecret: { sealed: before, until: now + rotationMs } }),
  };
}
