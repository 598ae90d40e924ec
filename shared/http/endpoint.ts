import middy, { type MiddlewareObj, type Request as MiddyRequest, type PluginExecutionMode } from '@middy/core';
import { executionModeStandard } from '@middy/core/executionModeStandard';
import { executionModeStreamifyResponse } from '@middy/core/executionModeStreamifyResponse';
import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import { authenticate } from '../auth/authenticate.ts';
import { failedCall, isOutage } from '../aws/failed-calls.ts';
import { withPatience } from '../aws/request-patience.ts';
import type { Contract } from '../contracts/contract.ts';
import type { Caller, UserCaller } from '../domain/accounts/caller.ts';
import { isPaused } from '../domain/traffic/pause.ts';
import { HttpError, paused, unavailable, unfinished } from '../errors.ts';
import { log } from '../log.ts';
import { isThrottle } from '../store/table.ts';
import { limitCaller } from './limits.ts';
import {
  bodyOf,
  headersOf,
  pathParameters,
  type Request,
  readRequest,
  requestBaseUrl,
  requestViewer,
} from './read-request.ts';
import {
  cachingHeaders,
  errorResponse,
  etagOf,
  type GatewayResponse,
  gatewayResponse,
  namesEtag,
  Reply,
  withoutBody,
} from './reply.ts';

type Internal = { event: APIGatewayProxyEvent; startedAt: number; caller: Caller | UserCaller | undefined };
type Middleware = MiddlewareObj<unknown, unknown, Error, Context, Internal>;
/** Returns the reply to an error. */
type ErrorResponder = (error: unknown, event: APIGatewayProxyEvent) => GatewayResponse;
type EndpointOptions = {
  readonly refusal?: ErrorResponder;
  /** Changes a body before its schema checks it. */
  readonly prepare?: (body: unknown) => unknown;
};
type Life = MiddyRequest<unknown, unknown, Error, Context, Internal>;

/**
 * Returns the Lambda handler of one contract. From top to bottom, it is the life of a request: logged, answered,
 * authenticated, counted, validated; then the handler does its specific work.
 *
 * @param handle returns the record (or a `Reply`, for another status or headers); throws an `HttpError`
 */
export function endpoint<const C extends Contract>(
  contract: C,
  handle: (request: Request<C>) => Promise<unknown>,
  { refusal = refuseWithJson, prepare }: EndpointOptions = {},
) {
  return middy<unknown, unknown, Error, Context, Internal>({
    timeoutEarlyInMillis: 0,
    executionMode: patiently(contract.transport?.streamed ? executionModeStreamifyResponse : executionModeStandard),
  })
    .use([
      logRequest(contract),
      sendReply(contract, refusal),
      refuseWhilePaused(contract),
      authenticateCaller(contract),
      limitRequests,
      checkRequest(contract, prepare),
    ])
    .handler(request => handle(request as Request<C>));
}

const refuseWithJson: ErrorResponder = (error, event) =>
  errorResponse(error, event.requestContext.extendedRequestId, requestBaseUrl(event));

type Core = { readonly runRequest: (...life: unknown[]) => Promise<unknown> };
/** The part of a mode that Middy's types leave out. */
type Mode = (core: Core, ...rest: unknown[]) => unknown;

/** Limits how long a request waits for AWS until its reply starts. An export may take long to send. */
function patiently(mode: PluginExecutionMode): PluginExecutionMode {
  const patient: Mode = (core, ...rest) =>
    (mode as Mode)({ ...core, runRequest: (...life) => withPatience(() => core.runRequest(...life)) }, ...rest);
  return patient as PluginExecutionMode;
}

/** Whether the execution environment has just started, and its request had to wait for that. */
let isColdStart = true;

function logRequest({ method, path }: Contract): Middleware {
  const line = ({ internal, response }: Life) => {
    const { caller } = internal;
    const coldStart = isColdStart ? 1 : undefined;
    isColdStart = false;
    log.info('request', {
      operation: `${method} ${path}`,
      requestId: internal.event.requestContext.extendedRequestId,
      caller: caller?.kind,
      callerId: caller?.id,
      environmentId: caller && 'environmentId' in caller ? caller.environmentId : undefined,
      status: (response as GatewayResponse).statusCode,
      milliseconds: Date.now() - internal.startedAt,
      coldStart,
    });
  };
  return {
    before: life => {
      life.internal.event = life.event as APIGatewayProxyEvent;
      life.internal.startedAt = Date.now();
    },
    after: line,
    onError: line,
  };
}

function sendReply(contract: Contract, refusal: ErrorResponder): Middleware {
  return {
    after: life => {
      const { event } = life.internal;
      const handled = life.response instanceof Reply ? life.response : new Reply(life.response);
      const headers = { ...cachingHeaders(contract), ...handled.headers };
      const success = new Reply(handled.body, { status: handled.status ?? contract.status, headers });
      const response =
        contract.etag && handled.body !== undefined
          ? withEtag(success, contract, headersOf(event)['if-none-match'])
          : gatewayResponse(success, success.status ?? contract.status);
      life.response = event.httpMethod === 'HEAD' ? withoutBody(response) : response;
    },
    onError: life => {
      const error = refusalOf(life.error);
      if (!(error instanceof HttpError)) log.error('unexpected error', error as Error);
      else if (error.cause) logUnavailable(contract, error.cause as Error);
      life.response = refusal(error, life.internal.event);
    },
  };
}

function refusalOf(error: Life['error']): Life['error'] {
  if (isThrottle(error)) return unavailable(error);
  return isOutage(error) ? unfinished(error) : error;
}

function logUnavailable({ method, path }: Contract, error: Error): void {
  log.warn('unavailable', { operation: `${method} ${path}`, ...failedCall(error), error });
}

function withEtag(success: Reply, contract: Contract, ifNoneMatch: string | undefined): GatewayResponse {
  const etag = success.headers.etag ?? etagOf(success.body);
  const headers = { ...success.headers, etag };
  if (contract.method === 'GET' && ifNoneMatch !== undefined && namesEtag(ifNoneMatch, etag)) {
    return gatewayResponse(new Reply(undefined, { headers }), 304);
  }
  return gatewayResponse(new Reply(success.body, { headers }), success.status ?? contract.status);
}

/** Refuses requests before anything is read, because the table may be moving to another place. */
function refuseWhilePaused({ grants }: Contract): Middleware {
  return {
    before: ({ internal: { event } }) => {
      if (grants.includes('table:write') && isPaused(event.stageVariables)) throw paused();
    },
  };
}

function authenticateCaller(contract: Contract): Middleware {
  return {
    before: async ({ internal }) => {
      const { event } = internal;
      internal.caller = await authenticate(contract, {
        headers: headersOf(event),
        query: event.queryStringParameters ?? {},
        params: pathParameters(event),
        body: () => bodyOf(event),
        sourceIp: requestViewer(event).sourceIp,
      });
    },
  };
}

const limitRequests: Middleware = {
  before: ({ internal: { caller, event } }) => limitCaller(caller, event.body),
};

function checkRequest(contract: Contract, prepare: EndpointOptions['prepare']): Middleware {
  return {
    before: life => {
      life.event = { ...readRequest(contract, life.internal.event, prepare), caller: life.internal.caller };
    },
  };
}
