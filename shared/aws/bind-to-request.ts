import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { type AwsCall, noteCall, throttlingReasonsOf } from './failed-calls.ts';
import { requestPatience } from './request-patience.ts';

type RetryStrategy = Exclude<Awaited<ReturnType<DynamoDBClient['config']['retryStrategy']>>, { retry: unknown }>;
type RetryToken = Awaited<ReturnType<RetryStrategy['acquireInitialRetryToken']>>;
type ErrorInfo = Parameters<RetryStrategy['refreshRetryTokenForRetry']>[1];

type CallContext = { readonly clientName?: string; readonly commandName?: string };
type Args = { readonly input: AwsCall['input'] };
type Next = (args: Args) => Promise<unknown>;

/** The part of an AWS client that is used here. */
type Client = {
  // biome-ignore lint/suspicious/noExplicitAny: the strategies and stacks of two clients are of different types
  readonly config: { retryStrategy: () => Promise<any> };
  // biome-ignore lint/suspicious/noExplicitAny: as above
  readonly middlewareStack: { add(middleware: any, options: { step: 'initialize'; name: string }): void };
};

/**
 * Limits a client's calls to the patience of the request that makes them, and names each call in its errors. Outside a
 * request, the client's own limits apply.
 */
export function bindToRequest<C extends Client>(client: C): C {
  const { retryStrategy } = client.config;
  let bounded: Promise<RetryStrategy> | undefined;
  client.config.retryStrategy = () => {
    bounded ??= retryStrategy().then(patient);
    return bounded;
  };
  const middleware =
    (next: Next, { clientName = '', commandName = '' }: CallContext) =>
    async (args: Args): Promise<unknown> => {
      const call: AwsCall = { service: clientName, operation: commandName, input: args.input };
      const patience = requestPatience();
      try {
        return await (patience ? patience.during(() => next(args)) : next(args));
      } catch (error) {
        noteCall(error, call);
        throw error;
      }
    };
  client.middlewareStack.add(middleware, { step: 'initialize', name: 'boundByRequest' });
  return client;
}

/** Whether one of a failed call's attempts may have been carried out. */
type Token = RetryToken & { readonly isUncertain?: boolean };

/** The SDK's retry strategy. Within a request, it retries while the request has patience, after shorter pauses. */
const patient = (standard: RetryStrategy): RetryStrategy => ({
  acquireInitialRetryToken: scope => standard.acquireInitialRetryToken(scope),
  async refreshRetryTokenForRetry(token: Token, info) {
    const isUncertain = token.isUncertain || info.errorType !== 'THROTTLING';
    try {
      const next = await (requestPatience()
        ? repeatInRequest(token, info)
        : standard.refreshRetryTokenForRetry(token, info));
      return Object.assign(next, { isUncertain });
    } catch (refusal) {
      if (info.error) Object.assign(info.error, { isUncertain });
      throw refusal;
    }
  },
  recordSuccess: token => standard.recordSuccess(token),
});

const firstPauseMs = 50;

async function repeatInRequest(token: RetryToken, { errorType, error }: ErrorInfo): Promise<RetryToken> {
  const isPassing = errorType === 'TRANSIENT' || errorType === 'THROTTLING' || errorType === 'SERVER_ERROR';
  if (!isPassing || isHotKey(error) || !requestPatience()?.takeRepeat()) throw new Error('It is not repeated');
  const number = token.getRetryCount() + 1;
  const delay = Math.random() * firstPauseMs * 2 ** number;
  const next = { getRetryCount: () => number, getRetryDelay: () => delay, getRetryCost: () => undefined };
  return next;
}

/** Whether a key range is at its limit, so that the writer must spread. */
const isHotKey = (error: unknown): boolean =>
  throttlingReasonsOf(error).some(({ reason }) => reason?.includes('KeyRange'));
