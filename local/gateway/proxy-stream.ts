import type { ServerResponse } from 'node:http';
import type { InvokeOptions } from '../functions/execution-environment.ts';
import type { InvocationResult } from '../functions/functions.ts';
import { type ProxyResponse, readProxyResponse } from './proxy-response.ts';

/** Invokes the function of a request. */
export type Invoke = (options?: InvokeOptions) => Promise<InvocationResult>;

const preludeEnd = Buffer.alloc(8);
const preludeBytesMax = 16 * 1024;

/** Splits a streamed answer into its metadata, which ends with eight zero bytes, and its body. */
class StreamPrelude {
  #received: Buffer = Buffer.alloc(0);

  /** Returns the metadata and the start of the body once the metadata is complete. Throws if it is malformed. */
  take(bytes: Uint8Array): ProxyResponse | undefined {
    this.#received = Buffer.concat([this.#received, bytes]);
    const end = this.#received.indexOf(preludeEnd);
    if (end < 0 && this.#received.length <= preludeBytesMax) return undefined;
    const metadata = readProxyResponse(JSON.parse(this.#received.subarray(0, Math.max(end, 0)).toString()));
    if (!metadata) throw new Error('The metadata of the stream is malformed');
    return { ...metadata, body: this.#received.subarray(end + preludeEnd.length) };
  }
}

/**
 * Forwards a streamed answer as it arrives, no faster than the client reads. Returns undefined when all of it is sent.
 */
export async function sendStream(
  invoke: Invoke,
  response: ServerResponse,
): Promise<'INTEGRATION_FAILURE' | 'API_CONFIGURATION_ERROR' | undefined> {
  const prelude = new StreamPrelude();
  const sink = (bytes: Uint8Array) => send(response, prelude, bytes);
  const { failed, throttled } = await invoke({ sink });
  if (throttled) return 'API_CONFIGURATION_ERROR';
  if (failed || !response.headersSent) return 'INTEGRATION_FAILURE';
  response.end();
  return undefined;
}

async function send(response: ServerResponse, prelude: StreamPrelude, bytes: Uint8Array): Promise<void> {
  if (response.destroyed) throw new Error('The client is gone');
  const started = response.headersSent ? undefined : prelude.take(bytes);
  if (started) response.writeHead(started.status, started.headers);
  if (!response.headersSent) return;
  const body = started ? started.body : bytes;
  if (body.length > 0 && !response.write(body)) await drained(response);
}

function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = () => {
      response.off('drain', settle).off('close', settle);
      if (response.destroyed) reject(new Error('The client is gone'));
      else resolve();
    };
    response.on('drain', settle).on('close', settle);
  });
}
