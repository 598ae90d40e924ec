import type { IncomingMessage } from 'node:http';

/** The maximum size of a request, also after decoding, in bytes. */
export const bodyBytesMax = 10 * 1024 * 1024;

/**
 * Reads a body. Beyond the limit, it reads on and drops the rest, because closing the connection early would hide the
 * answer from the client.
 */
export function readBody(incoming: IncomingMessage): Promise<Buffer | 'REQUEST_TOO_LARGE' | undefined> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    incoming.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > bodyBytesMax) resolve('REQUEST_TOO_LARGE');
      else chunks.push(chunk);
    });
    incoming.on('end', () => resolve(size > 0 ? Buffer.concat(chunks) : undefined));
    incoming.on('error', reject);
  });
}

export async function orTimeout<T>(answer: Promise<T>, millis: number): Promise<T | 'INTEGRATION_TIMEOUT'> {
  const timeout = Promise.withResolvers<'INTEGRATION_TIMEOUT'>();
  const timer = setTimeout(() => timeout.resolve('INTEGRATION_TIMEOUT'), millis);
  return await Promise.race([answer, timeout.promise]).finally(() => clearTimeout(timer));
}
