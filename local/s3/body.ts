import { createHash, type Hash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { crc32 } from 'node:zlib';
import { badDigest, entityTooLarge, incompleteBody, S3Error } from './errors.ts';
import type { S3Request } from './request.ts';

/** The maximum size of an object sent in one request: 5 GiB. */
const maxBodyBytes = 5 * 1024 ** 3;

export type ReceivedBody = {
  readonly size: number;
  readonly md5: Buffer;
  readonly sha256: Buffer;
  readonly crc32: Buffer;
};

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

  end(): ReceivedBody {
    const sum = Buffer.alloc(4);
    sum.writeUInt32BE(this.#crc32);
    return { size: this.#size, md5: this.#md5.digest(), sha256: this.#sha256.digest(), crc32: sum };
  }
}

/** Writes a new file. If the body or `check` fails, no file remains. */
export async function receiveFile(
  chunks: AsyncIterable<Buffer>,
  { file, check }: { file: string; check: (received: ReceivedBody) => void },
): Promise<ReceivedBody> {
  const digests = new Digests();
  try {
    await pipeline(digests.pass(chunks, maxBodyBytes), createWriteStream(file, { flags: 'wx' }));
    const received = digests.end();
    check(received);
    return received;
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  }
}

/** Reads a small body. */
export async function receiveText(body: S3Body): Promise<string> {
  const digests = new Digests();
  const received = await text(digests.pass(body.chunks, 2 * 1024 ** 2));
  body.check(digests.end());
  return received;
}

export type S3Body = {
  readonly chunks: AsyncIterable<Buffer>;
  /** Throws unless the body matches what the request declared. */
  check(received: ReceivedBody): void;
};

const checksumHeaders = { 'x-amz-checksum-crc32': 'crc32', 'x-amz-checksum-sha256': 'sha256' } as const;

/** Returns the checksums that the request gave, which an answer repeats. */
export function checksumsOf(request: S3Request, received: ReceivedBody): Record<string, string> {
  return Object.fromEntries(
    Object.entries(checksumHeaders)
      .filter(([name]) => request.header(name) !== undefined)
      .map(([name, digest]) => [name, received[digest].toString('base64')]),
  );
}

/** Returns the body of a signed request. `payload` is what the signature declares about it. */
export function bodyOf(request: S3Request, payload: string): S3Body {
  const length = request.header('content-length');
  if (length === undefined) {
    throw new S3Error(411, 'MissingContentLength', 'You must provide the Content-Length HTTP header.');
  }
  if (Number(length) > maxBodyBytes) throw entityTooLarge(Number(length), maxBodyBytes);
  return {
    chunks: request.message.iterator({ destroyOnReturn: false }),
    check: received => checkReceived(request, payload, Number(length), received),
  };
}

function checkReceived(request: S3Request, payload: string, length: number, received: ReceivedBody): void {
  if (received.size !== length) throw incompleteBody();
  if (/^[0-9a-f]{64}$/.test(payload) && received.sha256.toString('hex') !== payload) {
    throw new S3Error(
      400,
      'XAmzContentSHA256Mismatch',
      "The provided 'x-amz-content-sha256' header does not match what was computed.",
    );
  }
  const digests = [
    ['content-md5', received.md5],
    ['x-amz-checksum-crc32', received.crc32],
    ['x-amz-checksum-sha256', received.sha256],
  ] as const;
  for (const [name, digest] of digests) {
    const expected = request.header(name);
    if (expected !== undefined && expected !== digest.toString('base64')) throw badDigest(name);
  }
}
