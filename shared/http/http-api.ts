import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import type { Contract } from '../contracts/contract.ts';
import { methodsTaken, nothingThere, preflightHeaders } from '../contracts/routing.ts';
import { HttpError, unsupportedEncoding } from '../errors.ts';
import { headersOf } from './read-request.ts';
import { errorResponse, type GatewayResponse } from './reply.ts';

/** Events of both kinds of API are the same, but for the version, which only an HTTP API names. */
type ApiEvent = APIGatewayProxyEvent & { readonly version?: '1.0' };

type Handler = (event: APIGatewayProxyEvent, context: Context) => Promise<unknown>;

/**
 * A handler that an HTTP API can call as well as the REST API: what only the latter does by itself is done here. The HTTP API
 * brings all methods of the operation's path, and as `$default` what has no route at all.
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

/** What the REST API answers without asking the function; undefined for what the operation is to answer. */
function gatewayAnswer(contract: Contract, event: ApiEvent): GatewayResponse | undefined {
  const methods = [contract.method, 'OPTIONS'];
  if (event.resource !== '$default' && event.httpMethod === 'OPTIONS') {
    return { statusCode: 204, headers: preflightHeaders(methods), body: '' };
  }
  const refusal = refusalOf(event, methods);
  return refusal && errorResponse(refusal, event.requestContext.extendedRequestId);
}

function refusalOf(event: ApiEvent, methods: readonly string[]): HttpError | undefined {
  if (event.resource === '$default') return new HttpError(404, 'not_found', nothingThere);
  if (event.httpMethod !== methods[0]) {
    const allowed = methods.join(', ');
    return new HttpError(405, 'method_not_allowed', methodsTaken(allowed), { headers: { allow: allowed } });
  }
  const coding = headersOf(event)['content-encoding']?.trim().toLowerCase() ?? 'identity';
  return coding === 'identity' ? undefined : unsupportedEncoding(coding);
}
