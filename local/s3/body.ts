import { createHash, type Hash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { crc32 } from 'node:zlib';
import { ByteReader } from './byte-reader.ts';
import { badDigest, entityTooLarge, incompleteBody, invalidRequest, notImplemented, S3Error } from './errors.ts';
import type { S3Request } from './request.ts';

/** Five gibibytes: of an object sent in one request, and of a part. */
export const maxBodyBytes = 5 * 1024 ** 3;

export interface Received {
  readonly size: number;
  readonly md5: Buffer;
  readonly sha256: Buffer;
  readonly crc32: Buffer;
}

class Digests {
  readonly #md5: Hash = createHash('md5');
  readonly #sha256: Hash = createHash('sha256');
  #crc32 = 0;
  #size = 0;

  async *pass(chunks: AsyncIterable<Buffer>, max: number): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      this.#size += chunk.length;
      if (this.#size > max) throw entityTooLarge(this.#size, max);
      this.#md5.update(chunk);
      this.#sha256.update(chunk);
      this.#crc32 = crc32(chunk, this.#crc32);
      yield chunk;
    }
  }

  end(): Received {
    const sum = Buffer.alloc(4);
    sum.writeUInt32BE(this.#crc32);
    return { size: this.#size, md5: this.#md5.digest(), sha256: this.#sha256.digest(), crc32: sum };
  }
}

/** Writes a new file, or none when the body or what `check` expects of it fails. */
export async function receiveFile(
  chunks: AsyncIterable<Buffer>,
  { file, max = maxBodyBytes, check }: { file: string; max?: number; check: (received: Received) => void },
): Promise<Received> {
  const digests = new Digests();
  try {
    await pipeline(digests.pass(chunks, max), createWriteStream(file, { flags: 'wx' }));
    const received = digests.end();
    check(received);
    return received;
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  }
}

/** A small body. */
export async function receiveText(body: Body): Promise<string> {
  const digests = new Digests();
  const received = await text(digests.pass(body.chunks, 2 * 1024 ** 2));
  body.check(digests.end());
  return received;
}

export interface Body {
  readonly chunks: AsyncIterable<Buffer>;
  /** Throws unless the body is what the request declared of it. */
  check(received: Received): void;
}

const checksumHeaders = { 'x-amz-checksum-crc32': 'crc32', 'x-amz-checksum-sha256': 'sha256' } as const;
const checksumNames = Object.keys(checksumHeaders) as (keyof typeof checksumHeaders)[];

/** The checksums that the request gave and an answer may repeat. */
export function checksumsOf(request: S3Request, received: Received): Record<string, string> {
  const trailer = request.header('x-amz-trailer');
  const given = checksumNames.filter(name => request.header(name) !== undefined || name === trailer);
  return Object.fromEntries(given.map(name => [name, received[checksumHeaders[name]].toString('base64')]));
}

/** The body of a signed request; `payload` is what its signature declares of it. */
export function bodyOf(request: S3Request, payload: string): Body {
  const streamed = payload === 'STREAMING-UNSIGNED-PAYLOAD-TRAILER';
  if (payload.startsWith('STREAMING-') && !streamed) throw notImplemented(`bodies sent as ${payload}`);
  const length = lengthOf(request, streamed);
  if (length > maxBodyBytes) throw entityTooLarge(length, maxBodyBytes);
  const trailers = new Map<string, string>();
  return {
    chunks: streamed ? unchunked(request.message, trailers) : request.message.iterator({ destroyOnReturn: false }),
    check(received) {
      if (received.size !== length) throw incompleteBody();
      if (/^[0-9a-f]{64}$/.test(payload) && received.sha256.toString('hex') !== payload) {
        throw new S3Error(
          400,
          'XAmzContentSHA256Mismatch',
          "The provided 'x-amz-content-sha256' header does not match what was computed.",
        );
      }
      const md5 = request.header('content-md5');
      if (md5 !== undefined && md5 !== received.md5.toString('base64')) throw badDigest('Content-MD5');
      for (const name of checksumNames) {
        const expected = request.header(name) ?? trailers.get(name);
        if (expected !== undefined && expected !== received[checksumHeaders[name]].toString('base64')) {
          throw badDigest(name);
        }
      }
    },
  };
}

function lengthOf(request: S3Request, streamed: boolean): number {
  const header = streamed ? 'x-amz-decoded-content-length' : 'content-length';
  const length = request.header(header);
  if (length === undefined)
    throw new S3Error(411, 'MissingContentLength', `You must provide the ${header} HTTP header.`);
  return Number(length);
}

/** The content of an `aws-chunked` body; the checksums that follow it go to `trailers`. */
async function* unchunked(message: Readable, trailers: Map<string, string>): AsyncGenerator<Buffer> {
  const reader = new ByteReader(message);
  try {
    for (let size = await chunkSize(reader); size > 0; size = await chunkSize(reader)) {
      yield* reader.take(size);
      await reader.text('\r\n', 0);
    }
    for (let line = await reader.text('\r\n', 1024); line !== ''; line = await reader.text('\r\n', 1024)) {
      const [name = '', value = ''] = line.split(/:(.*)/, 2);
      trailers.set(name.toLowerCase(), value.trim());
    }
  } finally {
    await reader.close();
  }
}

async function chunkSize(reader: ByteReader): Promise<number> {
  const size = await reader.text('\r\n', 1024);
  if (!/^[0-9a-f]{1,8}$/i.test(size)) throw invalidRequest('A chunk of the body has no size.');
  return Number.parseInt(size, 16);
}
