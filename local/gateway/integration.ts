import type { IncomingMessage } from 'node:http';

/** Of a request that a gateway takes, and of what may come of one that its sender has encoded. */
export const bodyBytesMax = 10 * 1024 * 1024;

/** Reads on past the limit, dropping what comes: a connection cut early would hide the answer from the client. */
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
