import { account } from '../credentials.ts';
import type { HttpApiDefinition, HttpRoute } from '../template/http-api.ts';
import {
  commonLogTime,
  domainOf,
  type GatewayRequest,
  headerOf,
  lastValues,
  nullIfEmpty,
  passedHeaders,
  queryOf,
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
  const query = queryOf(request.query);
  const isBase64Encoded = body !== undefined && !isText(request);
  return {
    version: '1.0',
    resource: route.resourcePath,
    path: request.path,
    httpMethod: request.method,
    headers: lastValues(headers),
    multiValueHeaders: nullIfEmpty(Object.fromEntries(headers)),
    queryStringParameters: lastValues(query),
    multiValueQueryStringParameters: nullIfEmpty(Object.fromEntries(query)),
    requestContext: requestContext(api, request, route),
    pathParameters: nullIfEmpty(decoded(pathParameters)),
    stageVariables: api.variables ?? null,
    body: body?.toString(isBase64Encoded ? 'base64' : 'utf8') ?? null,
    isBase64Encoded,
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

function requestContext(api: HttpApiDefinition, request: GatewayRequest, route: HttpRoute): object {
  const domainName = domainOf(request);
  return {
    accountId: account,
    apiId: api.id,
    domainName,
    domainPrefix: domainName.split('.')[0],
    extendedRequestId: request.extendedId,
    httpMethod: request.method,
    identity: {
      accessKey: null,
      accountId: null,
      caller: null,
      cognitoAmr: null,
      cognitoAuthenticationProvider: null,
      cognitoAuthenticationType: null,
      cognitoIdentityId: null,
      cognitoIdentityPoolId: null,
      principalOrgId: null,
      sourceIp: request.sourceIp,
      user: null,
      userAgent: headerOf(request, 'user-agent') ?? null,
      userArn: null,
    },
    path: request.path,
    protocol: 'HTTP/1.1',
    // An HTTP API has one ID for both, and no caller's header replaces it.
    requestId: request.extendedId,
    requestTime: commonLogTime(request.time),
    requestTimeEpoch: request.time.getTime(),
    resourceId: route.key,
    resourcePath: route.resourcePath,
    stage: api.stage,
  };
}
