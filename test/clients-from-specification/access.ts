import assert from 'node:assert/strict';

type Keys = { readonly publishableKey: string; readonly secretKey: string };

/** What the customer of a service is given: its address, the keys of the environments, and a login of the dashboard. */
export type Access = {
  readonly baseUrl: string;
  readonly environments: Readonly<Record<'production' | 'staging' | 'development', Keys>>;
  readonly owner: { readonly email: string; readonly password: string };
};

// biome-ignore lint/suspicious/noExplicitAny: clients read what they were promised, by path.
type Json = any;

export type ApiReply = { status: number; body: Json; text: string; headers: Headers };

type RequestInput = { readonly headers?: Readonly<Record<string, string>>; readonly body?: unknown };

/** Sends a request with a JSON body, and reads the answer as JSON where it is. */
export async function ask(url: string, method = 'GET', { headers = {}, body }: RequestInput = {}): Promise<ApiReply> {
  const response = await fetch(url, {
    method,
    headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const isJson = text !== '' && response.headers.get('content-type')?.includes('json');
  return { status: response.status, body: isJson ? JSON.parse(text) : undefined, text, headers: response.headers };
}

/** The same, of a client that takes nothing but success. */
export async function call(url: string, method = 'GET', sent: RequestInput = {}): Promise<Json> {
  const { status, body, text } = await ask(url, method, sent);
  assert.ok(status >= 200 && status <= 299, `${method} ${url}: ${status} ${text}`);
  return body;
}

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/** Asks again until there is an answer, for half a minute. */
export async function until<T>(what: string, look: () => Promise<T | undefined> | T | undefined): Promise<T> {
  for (const end = Date.now() + 30_000; Date.now() < end; ) {
    const found = await look();
    if (found !== undefined) return found;
    await new Promise(resolve => setTimeout(resolve, 100));
  }
  throw new Error(`Waited in vain for ${what}`);
}

export const isTime = (text: unknown): boolean =>
  typeof text === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(text);
