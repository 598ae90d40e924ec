import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  CreateKeyCommand,
  DecryptCommand,
  type DecryptCommandInput,
  EncryptCommand,
  type EncryptCommandInput,
  GenerateDataKeyCommand,
  KMSClient,
} from '@aws-sdk/client-kms';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { accessKeyId, region, secretAccessKey } from '../../local/credentials.ts';
import type { LocalServer } from '../../local/http-server.ts';
import { keyArn, startKms } from '../../local/kms.ts';

let dataDir: string;
let server: LocalServer;
let client: KMSClient;

async function start(): Promise<void> {
  server = await startKms({ dataDir, port: 0, keys: ['one', 'two'] });
  client = new KMSClient({ endpoint: server.endpoint, region, credentials: { accessKeyId, secretAccessKey } });
}

async function stop(): Promise<void> {
  client.destroy();
  await server.close();
}

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'kms-'));
  await start();
});

afterEach(async () => {
  await stop();
  rmSync(dataDir, { recursive: true });
});

const plain = new TextEncoder().encode('a plain text');

const encrypt = async (input: Partial<EncryptCommandInput> = {}) =>
  (await client.send(new EncryptCommand({ KeyId: 'one', Plaintext: plain, ...input }))).CiphertextBlob ?? plain;

const decrypt = (CiphertextBlob: Uint8Array, input: Partial<DecryptCommandInput> = {}) =>
  client.send(new DecryptCommand({ CiphertextBlob, ...input }));

const unreadable = { name: 'InvalidCiphertextException' };

it('decrypts what it encrypted, by id and ARN of the key', async () => {
  for (const KeyId of ['one', keyArn('one')]) {
    const blob = await encrypt({ KeyId });
    expect(Buffer.from(blob).includes('a plain text')).toBe(false);
    expect(await decrypt(blob)).toMatchObject({ KeyId: keyArn('one') });
    expect(new TextDecoder().decode((await decrypt(blob, { KeyId })).Plaintext)).toBe('a plain text');
  }
});

it('generates data keys, which it unwraps for the same key and encryption context alone', async () => {
  const generate = (input: object = {}) =>
    client.send(
      new GenerateDataKeyCommand({ KeyId: 'one', KeySpec: 'AES_256', EncryptionContext: { a: '1', b: '2' }, ...input }),
    );
  const [first, second] = [await generate(), await generate()];
  expect(first).toMatchObject({ KeyId: keyArn('one') });
  expect(first.Plaintext).toHaveLength(32);
  expect(first.Plaintext).not.toEqual(second.Plaintext);
  const wrapped = first.CiphertextBlob ?? plain;
  expect((await decrypt(wrapped, { EncryptionContext: { b: '2', a: '1' } })).Plaintext).toEqual(first.Plaintext);
  const others: (Record<string, string> | undefined)[] = [
    undefined,
    { a: '1' },
    { a: '1', b: '3' },
    { a: '1', b: '2', c: '3' },
  ];
  for (const EncryptionContext of others) {
    await expect(decrypt(wrapped, { EncryptionContext })).rejects.toMatchObject(unreadable);
  }
  await expect(generate({ KeySpec: undefined })).rejects.toMatchObject({ name: 'ValidationException' });
  await expect(generate({ KeyId: 'three' })).rejects.toMatchObject({ name: 'NotFoundException' });
});

it('decrypts only with the same encryption context, in any order', async () => {
  const blob = await encrypt({ EncryptionContext: { organization: 'o', environment: 'production' } });
  const inOrder = { environment: 'production', organization: 'o' };
  expect((await decrypt(blob, { EncryptionContext: inOrder })).Plaintext).toEqual(plain);
  for (const EncryptionContext of [undefined, {}, { ...inOrder, more: 'x' }, { ...inOrder, organization: 'p' }]) {
    await expect(decrypt(blob, { EncryptionContext })).rejects.toMatchObject(unreadable);
  }
});

it('refuses a ciphertext of which any byte was changed or cut off', async () => {
  const blob = await encrypt();
  for (let at = 0; at < blob.length; at += 1) {
    const changed = Uint8Array.from(blob);
    changed[at] = (changed[at] ?? 0) ^ 1;
    await expect(decrypt(changed)).rejects.toMatchObject(unreadable);
  }
  for (const length of [1, 2, 20, blob.length - 1]) {
    await expect(decrypt(blob.subarray(0, length))).rejects.toMatchObject(unreadable);
  }
});

it('refuses an unknown key, the wrong key and an operation that it does not have', async () => {
  await expect(encrypt({ KeyId: 'three' })).rejects.toMatchObject({ name: 'NotFoundException' });
  await expect(decrypt(await encrypt(), { KeyId: 'two' })).rejects.toMatchObject({ name: 'IncorrectKeyException' });
  await expect(client.send(new CreateKeyCommand({}))).rejects.toThrow('TrentService.CreateKey');
});

it('refuses a plain text of more than 4096 bytes', async () => {
  await encrypt({ Plaintext: new Uint8Array(4096) });
  await expect(encrypt({ Plaintext: new Uint8Array(4097) })).rejects.toMatchObject({ name: 'ValidationException' });
});

it('keeps its keys over a restart and does not start with half a key', async () => {
  const blob = await encrypt();
  await stop();
  await start();
  expect((await decrypt(blob)).Plaintext).toEqual(plain);
  writeFileSync(join(dataDir, 'kms/one.key'), 'half');
  await expect(startKms({ dataDir, port: 0, keys: ['one'] })).rejects.toThrow('one.key');
});
