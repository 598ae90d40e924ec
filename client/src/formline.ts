import type { EnvironmentName, Operations } from './api.ts';
import { ConnectionError, type ErrorBody, FormlineError } from './errors.ts';
import { type AnyCall, type CallOptions, type Operation, type PreparedRequest, prepare } from './requests.ts';
import { Responses } from './responses.ts';
import { pause, waitBefore } from './retries.ts';

export type FormlineOptions = {
  /** The address of the deployment: `https://….amazonaws.com/production`. */
  readonly baseUrl: string;
  /** A secret key, `sk_…`, for servers only. */
  readonly secretKey?: string | undefined;
  /** A publishable key, `pk_…`, which can submit, sign uploads and send events. */
  readonly publishableKey?: string | undefined;
  /** A session token, `ses_…`, from `login`. */
  readonly token?: string | undefined;
  /** The organization in which a session acts. */
  readonly organizationId?: string | undefined;
  readonly environment?: EnvironmentName | undefined;
  /** The maximum number of retries of a request that is safe to repeat. Default: 4. */
  readonly retries?: number | undefined;
  /**
   * The timeout of each attempt in milliseconds. Default: 30,000. An export is only limited by the caller's own signal.
   */
  readonly timeout?: number | undefined;
  /** Replaces the global `fetch`. */
  readonly fetch?: typeof fetch | undefined;
};

/** The arguments of a call. They are optional if the operation requires none. */
export type CallArguments<O extends Operation> =
  Record<string, never> extends Operations[O]['call']
    ? [call?: Operations[O]['call'], options?: CallOptions]
    : [call: Operations[O]['call'], options?: CallOptions];

/** An answer with its status and headers. */
export type Answer<O extends Operation> = {
  readonly data: Operations[O]['answer'];
  readonly status: number;
  readonly headers: Headers;
};

export type ListOperation = {
  [O in Operation]: Operations[O]['answer'] extends { nextCursor: string | null } ? O : never;
}[Operation];

export type ItemOf<O extends ListOperation> = Operations[O]['answer'] extends { items: (infer Item)[] } ? Item : never;

/** A client for the API of one deployment, with one credential. */
export class Formline {
  /** The responses, with your own type for the answers. */
  readonly responses = new Responses({
    page: (query, options) => this.call('listResponses', { query }, options),
    items: (query, options) => this.items('listResponses', { query }, options),
    one: (id, options) => this.call('getResponse', { params: { id } }, options),
  });
  readonly #options: FormlineOptions;
  readonly #credentials: Headers;

  constructor(options: FormlineOptions) {
    this.#options = options;
    this.#credentials = credentialsOf(options);
  }

  /** Calls an operation and returns its answer. Throws a `FormlineError` if the service refuses. */
  async call<O extends Operation>(operation: O, ...rest: CallArguments<O>): Promise<Operations[O]['answer']> {
    return (await this.send(operation, ...rest)).data;
  }

  /**
   * Calls an operation and returns its answer with status and headers, such as the `etag` of a record, for `if-match`.
   */
  async send<O extends Operation>(operation: O, ...[call, options]: CallArguments<O>): Promise<Answer<O>> {
    const request = this.#prepare(operation, call);
    const response = await this.#answer(request, options?.signal, this.#options.timeout ?? 30_000);
    const data = (await read(response)) as Operations[O]['answer'];
    return { data, status: response.status, headers: response.headers };
  }

  /** Calls an operation and streams its answer, whatever its size. */
  async stream<O extends Operation>(operation: O, ...[call, options]: CallArguments<O>): Promise<Response> {
    return this.#answer(this.#prepare(operation, call), options?.signal);
  }

  /** Iterates the pages of a list by cursor. Nothing is missed or repeated, even if items arrive meanwhile. */
  async *pages<O extends ListOperation>(
    operation: O,
    ...[call, options]: CallArguments<O>
  ): AsyncGenerator<Operations[O]['answer']> {
    let cursor: string | null | undefined = (call as AnyCall | undefined)?.query?.cursor as string | undefined;
    do {
      const query = { ...(call as AnyCall | undefined)?.query, cursor };
      const args = [{ ...call, query }, options] as unknown as CallArguments<O>;
      const page = await this.call(operation, ...args);
      yield page;
      cursor = page.nextCursor;
    } while (cursor !== null);
  }

  /** Iterates the items of a list, page by page. */
  async *items<O extends ListOperation>(operation: O, ...rest: CallArguments<O>): AsyncGenerator<ItemOf<O>> {
    for await (const page of this.pages(operation, ...rest)) yield* page.items as ItemOf<O>[];
  }

  #prepare(operation: Operation, call: unknown): PreparedRequest {
    return prepare(operation, (call ?? {}) as AnyCall, this.#options.baseUrl, this.#credentials);
  }

  async #answer(request: PreparedRequest, signal?: AbortSignal, timeout?: number, number = 0): Promise<Response> {
    try {
      return await this.#attempt(request, signal, timeout);
    } catch (error) {
      if (signal?.aborted) throw signal.reason;
      // The previous attempt succeeded, but its answer was lost.
      if (number > 0 && request.method === 'DELETE' && isNotFound(error)) return new Response(null, { status: 204 });
      const { retries = 4 } = this.#options;
      const wait = number < retries ? waitBefore(error, { number, repeatable: request.repeatable }) : undefined;
      if (wait === undefined) throw error;
      await pause(wait, signal);
    }
    return this.#answer(request, signal, timeout, number + 1);
  }

  async #attempt(
    { url, method, headers, body }: PreparedRequest,
    signal?: AbortSignal,
    timeout?: number,
  ): Promise<Response> {
    const signals = [signal, timeout === undefined ? undefined : AbortSignal.timeout(timeout)].filter(each => !!each);
    const send = this.#options.fetch ?? fetch;
    const init = { method, headers, signal: AbortSignal.any(signals), ...(body !== undefined && { body }) };
    const response = await send(url, init).catch(cause => {
      throw new ConnectionError(`No answer from ${new URL(url).origin}: ${reasonOf(cause)}`, { cause });
    });
    if (response.ok || response.status === 304) return response;
    throw await refusalOf(response);
  }
}

function credentialsOf({ secretKey, publishableKey, token, organizationId, environment }: FormlineOptions): Headers {
  const bearer = secretKey ?? token;
  return new Headers({
    ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
    ...(publishableKey !== undefined && bearer === undefined && { 'x-publishable-key': publishableKey }),
    ...(organizationId !== undefined && { 'x-organization-id': organizationId }),
    ...(environment !== undefined && { 'x-environment': environment }),
  });
}

const isNotFound = (error: unknown): boolean => error instanceof FormlineError && error.status === 404;

/** Returns the reason of a failure. `fetch` only says "fetch failed"; its cause says why. */
function reasonOf(cause: unknown): string {
  const { message, cause: inner } = cause as { message?: string; cause?: { code?: string; message?: string } };
  return inner?.code ?? inner?.message ?? message ?? String(cause);
}

const isJson = ({ headers }: Response): boolean => /\bjson\b/.test(headers.get('content-type') ?? '');

async function read(response: Response): Promise<unknown> {
  const text = await response.text().catch(cause => {
    throw new ConnectionError(`The answer broke off: ${reasonOf(cause)}`, { cause });
  });
  if (text === '') return undefined;
  return isJson(response) ? JSON.parse(text) : text;
}

async function refusalOf(response: Response): Promise<FormlineError> {
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN);
  const body = (isJson(response) ? await response.json() : {}) as ErrorBody;
  return new FormlineError(response.status, body, Number.isNaN(retryAfter) ? undefined : retryAfter);
}
