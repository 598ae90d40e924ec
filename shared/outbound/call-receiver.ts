import { Agent, type IncomingMessage, request as requestByHttp } from 'node:http';
import { type RequestOptions, request as requestByHttps, Agent as SecureAgent } from 'node:https';
import type { TcpNetConnectOpts } from 'node:net';
import { faultOfUrl, type ReceiverPolicy } from '../domain/receivers/receiver-url.ts';
import { guardedLookup } from './receiver-address.ts';
import { ReceiverFault, type ReceiverFaultCode, receiverFaultOf } from './receiver-fault.ts';
import type { Lookup } from './resolve-name.ts';

export type ReceiverCall = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** Milliseconds for everything together: DNS, connection, TLS, headers, body. */
  readonly deadlineMs: number;
  readonly silence?: Silence | undefined;
  readonly policy: ReceiverPolicy;
  readonly lookup: Lookup;
  /** The maximum bytes of the response, if all of it is needed; by default only the first KiB is read. */
  readonly responseBytesMax?: number;
  /** Certificates to trust instead of Node's. */
  readonly ca?: string;
};

/** Calls `tell` if no response has begun after `afterMs`; the request continues. */
export type Silence = { readonly afterMs: number; readonly tell: () => void };

/** How long a call may take. */
export type CallTimes = Pick<ReceiverCall, 'deadlineMs' | 'silence'>;

/** The result of an attempt: a `status` if there was a reply, otherwise an `error`. */
export type ReceiverResponse = {
  readonly status?: number;
  readonly error?: ReceiverFaultCode;
  /** The time until the reply's headers arrived, or until the attempt failed. */
  readonly latencyMs: number;
  /** The first KiB of the response's body as text, or as much as was wanted. */
  readonly bodyStart: string;
  /** The target of a redirect, which is not followed; at most 1,024 characters. */
  readonly location?: string;
  /** The unparsed `Retry-After` header. */
  readonly retryAfter?: string;
};

const headerBytesMax = 16 * 1024;
const bodyBytesMax = 64 * 1024;
const bodyBytesKept = 1024;
const locationMax = 1024;
/**
 * How long one of several addresses is tried before the next. Some round trips take longer than Node's default of 250
 * ms.
 */
const addressTimeoutMs = 500;
/** How long to wait for the body of a 2xx whose body is not needed, in milliseconds. */
const successBodyMs = 1000;

/**
 * These agents keep no connection, because a receiver may close it while the function is frozen. They keep TLS sessions,
 * so the next handshake with the same host takes half the CPU.
 */
const agent = new Agent();
const secureAgent = new SecureAgent({ maxCachedSessions: 1000 });

/**
 * Makes one request. Every result of the receiver is returned, within the deadline and in bounded memory. Rejects only
 * for our own faults, such as a header that cannot be sent.
 */
export async function callReceiver(call: ReceiverCall): Promise<ReceiverResponse> {
  const started = performance.now();
  const latency = () => Math.round(performance.now() - started);
  if (faultOfUrl(call.url, call.policy) !== undefined) {
    return { error: 'address_refused', latencyMs: 0, bodyStart: '' };
  }
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(), call.deadlineMs);
  const answered = call.silence ? listenTo(call.silence) : () => {};
  const url = new URL(call.url);
  try {
    const response = await responseTo(call, url, deadline.signal).finally(answered);
    const latencyMs = latency();
    return { ...headOf(response), latencyMs, bodyStart: await readBodyStart(response, call.responseBytesMax) };
  } catch (error) {
    const fault = deadline.signal.aborted ? 'timeout' : receiverFaultOf(error, url.protocol);
    return { error: fault, latencyMs: latency(), bodyStart: '' };
  } finally {
    clearTimeout(timer);
    // End the connection of a finished attempt, or the lookup of one that failed earlier.
    deadline.abort();
  }
}

/** Starts the timer for silence. Returns a function that stops it. */
function listenTo({ afterMs, tell }: Silence): () => void {
  let isOver = false;
  const tellUnlessOver = () => {
    if (!isOver) tell();
  };
  // On a busy machine, a response may have arrived unread. Node reads it before `setImmediate` calls back.
  const timer = setTimeout(() => setImmediate(tellUnlessOver), afterMs);
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}

/**
 * Resolves with the response when its headers have arrived. Aborting the signal ends it at any time, including its
 * body.
 */
function responseTo(call: ReceiverCall, url: URL, signal: AbortSignal): Promise<IncomingMessage> {
  const options: RequestOptions & Pick<TcpNetConnectOpts, 'autoSelectFamily' | 'autoSelectFamilyAttemptTimeout'> = {
    method: call.method,
    headers: {
      ...call.headers,
      'accept-encoding': 'identity',
      ...(call.body !== undefined && { 'content-length': Buffer.byteLength(call.body) }),
    },
    agent: url.protocol === 'https:' ? secureAgent : agent,
    maxHeaderSize: headerBytesMax,
    rejectUnauthorized: true,
    lookup: guardedLookup(url, call.policy, call.lookup, signal),
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: addressTimeoutMs,
    ...(call.ca === undefined ? {} : { ca: call.ca }),
  };
  return new Promise((resolve, reject) => {
    const request = (url.protocol === 'https:' ? requestByHttps : requestByHttp)(url, options);
    request.on('response', resolve);
    request.on('error', reject);
    // An error, as the option `signal` would give it, would make the agent forget the TLS session.
    signal.addEventListener('abort', () => request.destroy());
    // An answer such as 101 closes the connection with neither a response nor an error.
    request.on('close', () => reject(new ReceiverFault('bad_response')));
    request.end(call.body);
  });
}

function headOf({
  statusCode,
  headers,
}: IncomingMessage): Pick<ReceiverResponse, 'status' | 'location' | 'retryAfter'> {
  const status = statusCode ?? 0;
  const { location, 'retry-after': retryAfter } = headers;
  return {
    status,
    ...(location !== undefined && status >= 300 && status < 400 ? { location: location.slice(0, locationMax) } : {}),
    ...(retryAfter === undefined ? {} : { retryAfter }),
  };
}

/** Reads past the kept part, so that a well-behaved receiver is not cut off. */
async function readBodyStart(response: IncomingMessage, wantedBytes?: number): Promise<string> {
  const isEnough = wantedBytes === undefined && String(response.statusCode).startsWith('2');
  const keptMax = wantedBytes ?? bodyBytesKept;
  const timer = isEnough ? setTimeout(() => response.destroy(), successBodyMs) : undefined;
  const kept: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      if (bytes < keptMax) kept.push(chunk.subarray(0, keptMax - bytes));
      bytes += chunk.length;
      if (bytes >= Math.max(bodyBytesMax, keptMax)) break;
    }
  } catch {
    // Use the part of the body that arrived, because the status already decides the outcome.
  } finally {
    clearTimeout(timer);
  }
  // Decode it as a stream, to leave out a character that was cut.
  return new TextDecoder().decode(Buffer.concat(kept), { stream: true });
}
