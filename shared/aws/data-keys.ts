import { DecryptCommand, GenerateDataKeyCommand, InvalidCiphertextException } from '@aws-sdk/client-kms';
import { env } from '../env.ts';
import { kms } from './kms.ts';

/** The owner of the key. KMS unwraps it for nobody else. */
export type KeyOwner = { organizationId: string; environmentId: string };

const contextOf = ({ organizationId, environmentId }: KeyOwner) => ({
  organization: organizationId,
  environment: environmentId,
});

/** Returns a new key of 32 bytes, plain and wrapped. */
export async function generateDataKey(owner: KeyOwner): Promise<{ key: Uint8Array; wrapped: Uint8Array }> {
  const command = new GenerateDataKeyCommand({
    KeyId: env('KMS_KEY_ID'),
    KeySpec: 'AES_256',
    EncryptionContext: contextOf(owner),
  });
  const { Plaintext, CiphertextBlob } = await kms.send(command);
  if (!Plaintext || !CiphertextBlob) throw new Error('KMS answered GenerateDataKey without a key');
  return { key: Plaintext, wrapped: CiphertextBlob };
}

/** Returns the plain key, or undefined if it was wrapped for another owner or is damaged. */
export async function unwrapDataKey(wrapped: Uint8Array, owner: KeyOwner): Promise<Uint8Array | undefined> {
  const command = new DecryptCommand({
    KeyId: env('KMS_KEY_ID'),
    CiphertextBlob: wrapped,
    EncryptionContext: contextOf(owner),
  });
  try {
    return (await kms.send(command)).Plaintext;
  } catch (error) {
    if (error instanceof InvalidCiphertextException) return undefined;
    throw error;
  }
}
