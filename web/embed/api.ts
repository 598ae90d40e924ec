import { Refusal } from './refusal.ts';

/** Where a form is, and what its page may send to it. */
export type Api = { readonly base: string; readonly formId: string; readonly key: string };

type Call = {
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly signal?: AbortSignal;
  /** The request outlives the page. */
  readonly keepalive?: boolean;
};

/** The answer's body. Rejects with a `Refusal`, or with an AbortError. */
export async function call<T = unknown>(
  { base, key }: Api,
  path: string,
  { body, headers, ...rest }: Call = {},
): Promise<T> {
  const sent = { 'x-publishable-key': key || undefined, 'content-type': body && 'application/json', ...headers };
  const response = await fetch(base + path, {
    method: body ? 'POST' : 'GET',
    // Headers without a value are none.
    headers: JSON.parse(JSON.stringify(sent)),
    body: JSON.stringify(body),
    credentials: 'omit',
    ...rest,
  }).catch(error => {
    throw rest.signal?.aborted ? error : new Refusal(0);
  });
  const reply = await response.json().catch(() => ({}));
  if (!response.ok)
    throw new Refusal(response.status, reply, Number(response.headers.get('retry-after')) * 1000 || undefined);
  return reply;
}

/** Resolves after some time, or as soon as there is a connection again. */
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
