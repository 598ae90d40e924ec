import { Refusal } from './refusal.ts';

/** The form's ID, the service's address, and the key that the page submits with. */
export type Api = { readonly base: string; readonly formId: string; readonly key: string };

type ApiCall = {
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly signal?: AbortSignal;
  readonly cache?: RequestCache;
  /** Whether the request outlives the page. */
  readonly keepalive?: boolean;
};

/** How long to wait for an answer, in milliseconds. */
const patienceMs = 30_000;

/** Sends a request and returns the answer's body. Rejects with a `Refusal` or an AbortError. */
export async function call<T = unknown>(
  { base, key }: Api,
  path: string,
  { body, headers, ...rest }: ApiCall = {},
): Promise<T> {
  const sent = { 'x-publishable-key': key || undefined, 'content-type': body && 'application/json', ...headers };
  const asked = fetch(base + path, {
    method: body ? 'POST' : 'GET',
    // JSON drops the headers that have no value.
    headers: JSON.parse(JSON.stringify(sent)),
    body: JSON.stringify(body),
    credentials: 'omit',
    ...rest,
  }).then(async response => [response, await response.json().catch(() => ({}))] as const);
  const hung = new Promise<never>((_, reject) => setTimeout(reject, patienceMs));
  const [response, reply] = await Promise.race([asked, hung]).catch(error => {
    throw rest.signal?.aborted ? error : new Refusal(0);
  });
  if (!response.ok)
    throw new Refusal(response.status, reply, Number(response.headers.get('retry-after')) * 1000 || undefined);
  return reply;
}

/** Resolves after the given time, or as soon as the browser is online again. */
export const whenWorthwhile = (waitMs: number): Promise<void> =>
  new Promise(resolve => {
    const done = () => {
      clearTimeout(timer);
      removeEventListener('online', done);
      resolve();
    };
    const timer = setTimeout(done, waitMs);
    addEventListener('online', done);
  });
