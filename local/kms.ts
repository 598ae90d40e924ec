import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { damagedFolder, writeFileWhole } from './data-folder.ts';
import type { LocalServer } from './http-server.ts';
import { ServiceError, type ServiceInput, type ServiceOperation, serveJson } from './json-protocol.ts';
import { arn } from './template/template.ts';

export type KmsOptions = {
  /** The local cloud's data directory. Each key is a file in its `kms` folder. */
  readonly dataDir: string;
  /** The port; 0 picks a free one. */
  readonly port: number;
  /** The key IDs in clients and ARNs: the template's logical IDs. */
  readonly keys: readonly string[];
};

type Key = {
  readonly id: string;
  readonly arn: string;
  readonly secret: Buffer;
};

export const keyArn = (id: string) => arn('kms', `key/${id}`);

/** Serves symmetric keys for clients of the current AWS SDK: Encrypt, GenerateDataKey and Decrypt. */
export async function startKms({ dataDir, port, keys: configured }: KmsOptions): Promise<LocalServer> {
  const directory = join(dataDir, 'kms');
  mkdirSync(directory, { recursive: true });
  const keys = new Map<string, Key>();
  for (const id of configured) {
    if (!/^[\w-]{1,128}$/.test(id)) throw new Error(`"${id}" is not the id of a key.`);
    const key = { id, arn: keyArn(id), secret: secretIn(join(directory, `${id}.key`)) };
    for (const name of [id, key.arn]) keys.set(name, key);
  }
  return serveJson({
    target: 'TrentService',
    contentType: 'application/x-amz-json-1.1',
    operations: operations(keys),
    port,
    released: () => undefined,
  });
}

function secretIn(file: string): Buffer {
  if (!existsSync(file)) writeFileWhole(file, randomBytes(32));
  const secret = readFileSync(file);
  if (secret.length !== 32) throw damagedFolder(file, 'it is not a key of 32 bytes');
  return secret;
}

const invalid = (message: string) => new ServiceError('ValidationException', message);
const unreadable = () => new ServiceError('InvalidCiphertextException', '');

function operations(keys: ReadonlyMap<string, Key>): Record<string, ServiceOperation> {
  function keyOf({ KeyId }: ServiceInput): Key {
    const key = keys.get(String(KeyId));
    if (!key) throw new ServiceError('NotFoundException', `Key '${KeyId}' does not exist`);
    return key;
  }

  return {
    Encrypt(input) {
      const key = keyOf(input);
      const plaintext = bytesOf(input, 'Plaintext', 4096);
      return {
        KeyId: key.arn,
        CiphertextBlob: encrypt(key, plaintext, contextOf(input)),
        EncryptionAlgorithm: algorithm,
      };
    },
    GenerateDataKey(input) {
      const key = keyOf(input);
      if (input.KeySpec !== 'AES_256')
        throw invalid('The local cloud generates data keys of the KeySpec AES_256 alone.');
      const plaintext = randomBytes(32);
      return {
        KeyId: key.arn,
        Plaintext: plaintext.toString('base64'),
        CiphertextBlob: encrypt(key, plaintext, contextOf(input)),
      };
    },
    Decrypt(input) {
      const blob = bytesOf(input, 'CiphertextBlob', 6144);
      const id = keyIdOf(blob);
      const key = keys.get(id);
      if (key?.id !== id) throw unreadable();
      if (input.KeyId !== undefined && keyOf(input) !== key) {
        const message = 'The key ID in the request does not identify a CMK that can perform this operation.';
        throw new ServiceError('IncorrectKeyException', message);
      }
      const plaintext = decrypt(key, blob, contextOf(input));
      return { KeyId: key.arn, Plaintext: plaintext.toString('base64'), EncryptionAlgorithm: algorithm };
    },
  };
}

const algorithm = 'SYMMETRIC_DEFAULT';

function bytesOf(input: ServiceInput, name: string, max: number): Buffer {
  const bytes = Buffer.from(String(input[name] ?? ''), 'base64');
  if (bytes.length < 1 || bytes.length > max) {
    throw invalid(`1 validation error detected: Value at '${name}' failed to satisfy constraint: 1 to ${max} bytes.`);
  }
  return bytes;
}

/** Normalizes the encryption context, in any order of its entries. It is authenticated but never stored. */
function contextOf({ EncryptionContext = {} }: ServiceInput): Buffer {
  const entries = Object.entries(EncryptionContext as Record<string, unknown>);
  if (entries.some(([, value]) => typeof value !== 'string'))
    throw invalid('EncryptionContext must map strings to strings.');
  entries.sort(([a], [b]) => (a < b ? -1 : 1));
  return Buffer.from(JSON.stringify(entries));
}

// A ciphertext contains version 1, the length of the key's ID, the ID, 12 bytes of IV, a 16-byte tag and the encrypted
// bytes.

function encrypt(key: Key, plaintext: Buffer, context: Buffer): string {
  const header = Buffer.concat([Buffer.of(1, key.id.length), Buffer.from(key.id)]);
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key.secret, iv).setAAD(Buffer.concat([header, context]));
  const encrypted = Buffer.concat([cipher.update(plaintext), cipher.final()]);
  return Buffer.concat([header, iv, cipher.getAuthTag(), encrypted]).toString('base64');
}

function keyIdOf(blob: Buffer): string {
  const [version, length = 0] = blob;
  if (version !== 1 || blob.length < 2 + length + 28) throw unreadable();
  return blob.toString('latin1', 2, 2 + length);
}

function decrypt(key: Key, blob: Buffer, context: Buffer): Buffer {
  const start = 2 + key.id.length;
  const header = blob.subarray(0, start);
  const decipher = createDecipheriv('aes-256-gcm', key.secret, blob.subarray(start, start + 12));
  decipher.setAAD(Buffer.concat([header, context])).setAuthTag(blob.subarray(start + 12, start + 28));
  try {
    return Buffer.concat([decipher.update(blob.subarray(start + 28)), decipher.final()]);
  } catch {
    throw unreadable();
  }
}
