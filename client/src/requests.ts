import { type Operations, routes } from './api.ts';

export type Operation = keyof Operations;

/** The arguments of any operation. `Operations` has the exact ones of each. */
export type AnyCall = {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly body?: unknown;
};

export type CallOptions = { readonly signal?: AbortSignal | undefined };

export type PreparedRequest = {
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  readonly body?: string;
  /** Whether repeating the request has the same result as sending it once. */
  readonly repeatable: boolean;
};

/** Builds the request of a call, without undefined parameters. */
export function prepare(operation: Operation, call: AnyCall, baseUrl: string, credentials: Headers): PreparedRequest {
  const [method = '', path = ''] = routes[operation].split(' ');
  const url = new URL(baseUrl.replace(/\/$/, '') + path.replace(/\{(\w+)\}/g, (_, name) => pathPart(name, call)));
  for (const [name, value] of Object.entries(call.query ?? {})) addParameter(url.searchParams, name, value);
  const headers = new Headers(credentials);
  for (const [name, value] of Object.entries(call.headers ?? {})) {
    if (value !== undefined) headers.set(name, value);
  }
  if (call.body === undefined)
    return { method, url: url.href, headers, repeatable: isRepeatable(method, headers, call) };
  headers.set('content-type', 'application/json');
  const body = JSON.stringify(call.body);
  return { method, url: url.href, headers, body, repeatable: isRepeatable(method, headers, call) };
}

/** Adds a parameter: `answers: { topic: 'Sales' }` becomes `answers[topic]=Sales`. */
function addParameter(parameters: URLSearchParams, name: string, value: unknown): void {
  if (value === undefined) return;
  if (typeof value !== 'object' || value === null) parameters.set(name, String(value));
  else for (const [key, part] of Object.entries(value)) addParameter(parameters, `${name}[${key}]`, part);
}

function pathPart(name: string, { params = {} }: AnyCall): string {
  const value = params[name];
  // An empty value would make this the path of another operation, the list.
  if (!value) throw new TypeError(`params.${name} is missing`);
  return encodeURIComponent(value);
}

/**
 * Whether a request is safe to repeat. A POST is safe with an `Idempotency-Key`. A PUT that adds notes is safe only if
 * it names the version that it changes.
 */
function isRepeatable(method: string, headers: Headers, { body }: AnyCall): boolean {
  if (method === 'POST') return headers.has('idempotency-key');
  const adds = method === 'PUT' && typeof body === 'object' && body !== null && 'notes' in body;
  return !adds || headers.has('if-match');
}
