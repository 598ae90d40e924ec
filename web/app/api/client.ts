import { apiUrl } from './base.ts';
import { ApiError, type ErrorBody } from './errors.ts';
import type { Input, Output, Route } from './operations.ts';
import { waitBeforeRepeat } from './repeats.ts';

export type EnvironmentName = 'production' | 'development' | 'staging';

/** The organization and environment of the page's requests. */
export type Tenancy = { readonly organizationId: string; readonly environment: EnvironmentName };

let place: Tenancy | undefined;
/** How often this page has changed something in the service. */
let changes = 0;
let whenSignedOut: () => Promise<boolean> = async () => false;

export const countChanges = (): number => changes;

export const setPlace = (next: Tenancy | undefined): void => {
  place = next;
};

/** Called when the service no longer knows the session. Returns whether there is a new one. */
export const onSignedOut = (listener: () => Promise<boolean>): void => {
  whenSignedOut = listener;
};

type AnyInput = {
  readonly params?: object;
  readonly query?: object;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
};

/** Calls an operation and returns its answer: `call('GET /forms/{id}', { params: { id } })`. Throws an `ApiError`. */
export async function call<R extends Route>(route: R, ...[input]: Arguments<R>): Promise<NoInfer<Output<R>>> {
  const response = await request(route, input ?? {});
  const text = await response.text();
  return (text === '' ? undefined : JSON.parse(text)) as Output<R>;
}

/** Calls like `call`, but returns the whole response, for its headers or a body that is not JSON. */
export const send = async <R extends Route>(route: R, ...[input]: Arguments<R>): Promise<Response> =>
  request(route, input ?? {});

type Arguments<R extends Route> = Record<never, never> extends Input<R> ? [input?: Input<R>] : [input: Input<R>];

async function request(route: string, input: AnyInput, attempt = 0): Promise<Response> {
  const [method = 'GET'] = route.split(' ');
  const response = await fetched(urlOfRoute(route, input), {
    method,
    headers: { ...headersOf(input), ...input.headers },
    credentials: 'same-origin',
    ...(input.body !== undefined && { body: JSON.stringify(input.body) }),
    ...(input.signal && { signal: input.signal }),
  });
  if (response.ok) {
    if (method !== 'GET') changes += 1;
    return response;
  }
  const waitMs = waitBeforeRepeat(response, method, attempt);
  if (waitMs !== undefined) {
    await new Promise(resolve => setTimeout(resolve, waitMs));
    return request(route, input, attempt + 1);
  }
  const refusal = (await response.json().catch(() => ({}))) as ErrorBody;
  const error = new ApiError(response.status, refusal);
  if (error.status === 401 && !isOfSession(route) && (await whenSignedOut())) return request(route, input);
  throw error;
}

/** Requests that begin, read or end a session handle a missing one themselves. */
const isOfSession = (route: string): boolean => / \/auth\/(log|me$)/.test(route);

async function fetched(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw new ApiError(0, { code: 'offline' });
  }
}

/** A custom header forces a preflight on other origins. The cookie only counts with this header. */
const headersOf = ({ body }: AnyInput): Record<string, string> => ({
  'x-formline-request': '1',
  ...(body !== undefined && { 'content-type': 'application/json' }),
  ...(place && { 'x-organization-id': place.organizationId, 'x-environment': place.environment }),
});

function urlOfRoute(route: string, { params = {}, query = {} }: AnyInput): string {
  const values: Record<string, unknown> = { ...params };
  const path = (route.split(' ')[1] ?? '').replace(/\{(\w+)\+?\}/g, (_, name: string) =>
    encodeURIComponent(String(values[name])),
  );
  const url = new URL(apiUrl + path.slice(1));
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') url.searchParams.set(name, String(value));
  }
  return url.href;
}
