import type { HttpApiDefinition, HttpRoute } from '../template/http-api.ts';
import {
  contextOf,
  encoded,
  eventOf,
  type GatewayRequest,
  headerOf,
  nullIfEmpty,
  passedHeaders,
} from './proxy-event.ts';
import type { Match } from './routes.ts';

/**
 * Returns the Lambda integration event of an HTTP API, version 1.0. `body` is undefined if the request has none.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-integrations-lambda.html
 */
export function httpEvent(
  api: HttpApiDefinition,
  request: GatewayRequest,
  { route, pathParameters }: Match<HttpRoute>,
  body: Buffer | undefined,
): object {
  const headers = new Map([...passedHeaders(request)].map(([name, values]) => [name.toLowerCase(), values]));
  const { identity, ...context } = contextOf(api, request);
  return {
    version: '1.0',
    ...eventOf(api, request, headers),
    resource: route.resourcePath,
    pathParameters: nullIfEmpty(decoded(pathParameters)),
    requestContext: {
      ...context,
      identity: { ...identity, cognitoAmr: null },
      path: request.path,
      // An HTTP API has one ID for both, and no caller's header replaces it.
      requestId: request.extendedId,
      resourceId: route.key,
      resourcePath: route.resourcePath,
    },
    ...encoded(body, !isText(request)),
  };
}

/** Whether a body is text. An HTTP API has no list of binary types: everything else is binary. */
const isText = (request: GatewayRequest): boolean =>
  /^\s*(text\/|application\/(json|javascript|xml)\s*(;|$))/i.test(headerOf(request, 'content-type') ?? '');

/** Decodes parameters, unlike a REST API. */
const decoded = (parameters: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(parameters).map(([name, value]) => {
      try {
        return [name, decodeURIComponent(value)];
      } catch {
        return [name, value];
      }
    }),
  );
