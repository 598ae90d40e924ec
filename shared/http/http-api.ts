import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import type { Contract } from '../contracts/contract.ts';
import { methodsTaken, preflightHeaders, unknownPath } from '../contracts/routing.ts';
import { HttpError, unsupportedEncoding } from '../errors.ts';
import { headersOf, requestBaseUrl } from './read-request.ts';
import { errorResponse, type GatewayResponse } from './reply.ts';

/** Events of both kinds of API are the same, except for the version, which only an HTTP API sets. */
type ApiEvent = APIGatewayProxyEvent & { readonly version?: '1.0' };

type Handler = (event: APIGatewayProxyEvent, context: Context) => Promise<unknown>;

/**
 * Returns a handler that both an HTTP API and the REST API can call. It does what only the REST API does by itself. The
 * HTTP API sends all methods of the operation's path, and everything without a route as `$default`.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-integrations-lambda.html
 */
export const alsoByHttpApi =
  (contract: Contract, handler: Handler): Handler =>
  async (event: ApiEvent, context) => {
    if (event.version !== '1.0') return handler(event, context);
    const response = gatewayAnswer(contract, event) ?? ((await handler(event, context)) as GatewayResponse);
    const { extendedRequestId = '' } = event.requestContext;
    return { ...response, headers: { ...response.headers, 'x-amz-apigw-id': extendedRequestId } };
  };

/**
 * Returns the reply that the REST API gives without calling the function, or undefined when the operation must reply.
 */
function gatewayAnswer(contract: Contract, event: ApiEvent): GatewayResponse | undefined {
  const methods = [contract.method, 'OPTIONS'];
  if (event.resource !== '$default' && event.httpMethod === 'OPTIONS') {
    return { statusCode: 204, headers: preflightHeaders(methods), body: '' };
  }
  const refusal = refusalOf(event, methods);
  return refusal && errorResponse(refusal, event.requestContext.extendedRequestId, requestBaseUrl(event));
}

function refusalOf(event: ApiEvent, methods: readonly string[]): HttpError | undefined {
  if (event.resource === '$default') return new HttpError(404, 'not_found', unknownPath(event.path));
  if (event.httpMethod !== methods[0]) {
    const allowed = methods.join(', ');
    return new HttpError(405, 'method_not_allowed', methodsTaken(allowed), { headers: { allow: allowed } });
  }
  const coding = headersOf(event)['content-encoding']?.trim().toLowerCase() ?? 'identity';
  return coding === 'identity' ? undefined : unsupportedEncoding(coding);
}
