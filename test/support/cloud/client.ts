import type { Contract } from '../../../shared/contracts/contract.ts';
import { api } from '../../../shared/contracts/index.ts';
import { type RawRequest, type Reply, send } from './http.ts';

export type Operation = keyof typeof api;

export type Call = {
  params?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string | number | boolean>>;
  headers?: Readonly<Record<string, string>>;
  /** The body, sent as JSON. A string or bytes are sent unchanged. */
  body?: unknown;
};

/** Returns the call with additional or replaced headers. */
export const withHeaders = (call: Call, headers: Readonly<Record<string, string>>): Call => ({
  ...call,
  headers: { ...call.headers, ...headers },
});

/** Calls an operation by the name in its contract. */
export type Client = (operation: Operation, call?: Call) => Promise<Reply>;

type Target = { baseUrl: string; headers: Readonly<Record<string, string>> };

/** Creates a client whose every request has these headers. It asks for the address and the headers with each call. */
export function clientOf(target: () => Target | Promise<Target>): Client {
  return async (operation, call = {}) => {
    const { baseUrl, headers } = await target();
    const request = requestOf(api[operation], call);
    return send(baseUrl, { ...request, headers: { ...headers, ...request.headers } });
  };
}

export function requestOf(contract: Contract, { params = {}, query = {}, headers = {}, body }: Call): RawRequest {
  const path = contract.path.replace(/\{(\w+)\+?\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const search = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
  const sent = typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body);
  return {
    method: contract.method,
    path: search === '' ? path : `${path}?${search}`,
    headers: { ...(sent !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(sent !== undefined && { body: sent }),
  };
}
