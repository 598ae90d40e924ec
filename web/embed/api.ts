/** Where a form is, and what its page may send to it. */
export type Api = { readonly base: string; readonly formId: string; readonly key: string };

/** A rule that an answer breaks, as the service calls it, and what would be right in the words of the visitor. */
export type Fault = { readonly field: string; readonly rule: string; readonly message: string };

/** What the service refused, in its words for developers. Without a status nothing came back. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: readonly Fault[];
  /** In milliseconds, where the service says so. */
  readonly retryAfter: number | undefined;

  constructor(status: number, body: { message?: string; code?: string; details?: Fault[] } = {}, retryAfter?: number) {
    super(body.message ?? (status ? `HTTP ${status}` : 'No answer came back'));
    this.status = status;
    this.code = body.code ?? '';
    this.details = body.details ?? [];
    this.retryAfter = retryAfter;
  }

  /** It may pass when it is sent again as it is. */
  get isPassing(): boolean {
    if (this.status === 409) return this.retryAfter !== undefined;
    return this.status === 0 || this.status === 429 || this.status >= 500;
  }
}

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

/**
 * How long to wait before the next attempt: what the service asks for, and at random up to a second more, twice as much each
 * time, up to half a minute. Pages that failed together do not come back together.
 */
export const waitMsOf = (attempt: number, { retryAfter = 250 }: Refusal): number =>
  retryAfter + Math.random() * Math.min(1000 * 2 ** attempt, 30_000);
