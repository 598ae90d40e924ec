import { type Operations, routes } from './api.ts';

export type Operation = keyof Operations;

/** What any operation takes; `Operations` says what each does. */
export type AnyCall = {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly body?: unknown;
};

export type Prepared = {
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  readonly body?: string;
  /** Whether the request may be carried out twice, and the outcome is that of once. */
  readonly repeatable: boolean;
};

/** The request of a call. An undefined parameter is left out. */
export function prepare(operation: Operation, call: AnyCall, baseUrl: string, credentials: Headers): Prepared {
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

/** `answers: { topic: 'Sales' }` is `answers[topic]=Sales`. */
function addParameter(parameters: URLSearchParams, name: string, value: unknown): void {
  if (value === undefined) return;
  if (typeof value !== 'object' || value === null) parameters.set(name, String(value));
  else for (const [key, part] of Object.entries(value)) addParameter(parameters, `${name}[${key}]`, part);
}

function pathPart(name: string, { params = {} }: AnyCall): string {
  const value = params[name];
  // An empty one would be the path of another operation: that of the list.
  if (!value) throw new TypeError(`params.${name} is missing`);
  return encodeURIComponent(value);
}

/** A POST with an `Idempotency-Key` is; a PUT is not that adds notes, unless it names the version that it changes. */
function isRepeatable(method: string, headers: Headers, { body }: AnyCall): boolean {
  if (method === 'POST') return headers.has('idempotency-key');
  const adds = method === 'PUT' && typeof body === 'object' && body !== null && 'notes' in body;
  return !adds || headers.has('if-match');
}
