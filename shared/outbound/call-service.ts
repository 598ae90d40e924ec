import { env } from '../env.ts';
import { parseJson } from '../json.ts';
import { type CallTimes, callReceiver, type ReceiverCall } from './call-receiver.ts';
import { dnsLookup } from './resolve-name.ts';

/** A request to the service of an integration. */
export type ServiceRequest = Pick<ReceiverCall, 'method' | 'url' | 'headers' | 'responseBytesMax'> & {
  /** The body. An object is sent as JSON, and a text unchanged. */
  readonly body?: object | string;
  /** Describes a failed response. The body is JSON if it can be parsed, otherwise text. */
  readonly explain: (body: unknown) => string | undefined;
  /** The name of the service in errors. */
  readonly service: string;
};

export type ServiceResponse = {
  readonly status: number;
  /** Undefined if the body was not JSON. */
  readonly json: unknown;
};

/** The reason of a failure, for the log, without credentials or answers. */
export class ServiceRefusal extends Error {
  readonly status: number | undefined;
  readonly retryAfter: string | undefined;
  readonly timedOut: boolean;

  constructor(message: string, answer: { status?: number; retryAfter?: string; timedOut?: boolean } = {}) {
    super(message);
    this.status = answer.status;
    this.retryAfter = answer.retryAfter;
    this.timedOut = answer.timedOut ?? false;
  }

  /** Whether a retry won't help: a wrong credential, a lost permission, a deleted target. */
  get isFinal(): boolean {
    const { status = 0 } = this;
    return status >= 400 && status < 500 && ![408, 409, 425, 429].includes(status);
  }
}

const lookup = dnsLookup();
const messageMax = 300;

/** Makes a request in the remaining time. */
export async function callService(request: ServiceRequest, times: CallTimes): Promise<ServiceResponse> {
  const { service, explain, body, headers, responseBytesMax = 64 * 1024, ...rest } = request;
  if (times.deadlineMs <= 0) throw new ServiceRefusal(`${service} took too long: timeout`, { timedOut: true });
  const isJson = typeof body === 'object';
  const { status, error, bodyStart, retryAfter } = await callReceiver({
    ...rest,
    headers: {
      'user-agent': `formline/${env('SERVICE_VERSION')}`,
      accept: 'application/json',
      ...(isJson && { 'content-type': 'application/json; charset=utf-8' }),
      ...headers,
    },
    ...(body !== undefined && { body: isJson ? JSON.stringify(body) : body }),
    responseBytesMax,
    ...times,
    policy: { allowLoopback: env('WEBHOOK_ALLOW_LOOPBACK') === 'true' },
    lookup,
  });
  if (status === undefined) {
    throw new ServiceRefusal(`${service} could not be reached: ${error}`, { timedOut: error === 'timeout' });
  }
  const json = parseJson(bodyStart);
  if (status >= 200 && status < 300) return { status, json };
  const explained = explain(json ?? bodyStart);
  throw new ServiceRefusal(explained === undefined ? `${service} answered ${status}` : shortened(explained, status), {
    status,
    ...(retryAfter !== undefined && { retryAfter }),
  });
}

/** Cuts a message at its first quotation, which may be personal data. */
function shortened(message: string, status: number): string {
  const told = status === 400 ? (message.split(/["'`“]/)[0] ?? '') : message;
  return told.slice(0, messageMax).toWellFormed().trim();
}

/** Returns the text at a path in a JSON value, or undefined if there is none. */
export function textAt(json: unknown, ...path: string[]): string | undefined {
  let value = json;
  for (const name of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as Record<string, unknown>)[name];
  }
  return typeof value === 'string' ? value : undefined;
}
