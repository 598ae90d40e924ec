import { account } from '../credentials.ts';
import type { ApiDefinition, CannedResponse, MockIntegration } from '../template/api-definition.ts';
import { type RequestContext, renderParameter, renderTemplate } from './context-template.ts';
import { domainOf, type GatewayRequest, headerOf } from './proxy-event.ts';
import type { ProxyResponse } from './proxy-response.ts';

/** The answers that a REST API gives by itself: status, message, and the exception in the header. */
const gatewayResponses = {
  API_CONFIGURATION_ERROR: [500, 'Internal server error', 'InternalServerErrorException'],
  INTEGRATION_FAILURE: [502, 'Internal server error', 'InternalServerErrorException'],
  INTEGRATION_TIMEOUT: [504, 'Endpoint request timed out', 'InternalServerErrorException'],
  MISSING_AUTHENTICATION_TOKEN: [403, 'Missing Authentication Token', 'MissingAuthenticationTokenException'],
  REQUEST_TOO_LARGE: [413, 'Request Too Long', 'RequestTooLargeException'],
  THROTTLED: [429, 'Too Many Requests', 'TooManyRequestsException'],
  UNSUPPORTED_MEDIA_TYPE: [415, 'Unsupported Media Type', 'UnsupportedMediaTypeException'],
} as const;
export type GatewayResponseType = keyof typeof gatewayResponses;

const plain: CannedResponse = {
  headers: {},
  templates: { 'application/json': '{"message":$context.error.messageString}' },
};

/** Returns the gateway's own answer, with the text from the API's definition if there is one. */
export function gatewayResponse(api: ApiDefinition, request: GatewayRequest, type: GatewayResponseType): ProxyResponse {
  const [status, message, exception] = gatewayResponses[type];
  const fallback = api.gatewayResponses[status < 500 ? 'DEFAULT_4XX' : 'DEFAULT_5XX'];
  const canned = api.gatewayResponses[type] ?? fallback ?? plain;
  const answer = render(api, request, canned, status, {
    'error.message': message,
    'error.messageString': JSON.stringify(message),
    'error.responseType': type,
  });
  return { ...answer, headers: { 'x-amzn-ErrorType': exception, ...answer.headers } };
}

/** Returns the answer of a mock integration, or the type of the gateway's own answer if the template leads to none. */
export function mockResponse(
  api: ApiDefinition,
  request: GatewayRequest,
  mock: MockIntegration,
  body: string,
): ProxyResponse | GatewayResponseType {
  const contentType = (headerOf(request, 'content-type') ?? 'application/json').split(';')[0]?.trim() ?? '';
  const template = mock.requestTemplates[contentType];
  if (template === undefined && mock.refusesOtherContentTypes) return 'UNSUPPORTED_MEDIA_TYPE';
  const status = statusIn(template === undefined ? body : renderTemplate(template, contextOf(api, request)));
  const selected = Object.entries(mock.responses).find(([pattern]) =>
    new RegExp(`^(${pattern})$`).test(String(status)),
  );
  const canned = selected?.[1] ?? mock.responses.default;
  if (status === undefined || !canned) return 'API_CONFIGURATION_ERROR';
  return render(api, request, canned, status);
}

function statusIn(integrationRequest: string): number | undefined {
  try {
    const { statusCode } = JSON.parse(integrationRequest) as { statusCode?: unknown };
    return Number(statusCode) || undefined;
  } catch {
    return undefined;
  }
}

function render(
  api: ApiDefinition,
  request: GatewayRequest,
  canned: CannedResponse,
  status: number,
  more: RequestContext = {},
): ProxyResponse {
  const context = { ...contextOf(api, request), ...more };
  const accepted = headerOf(request, 'accept')?.split(/[;,]/)[0]?.trim() ?? '';
  const contentType =
    accepted in canned.templates ? accepted : (Object.keys(canned.templates)[0] ?? 'application/json');
  const headers: Record<string, string> = { 'Content-Type': contentType };
  for (const [name, parameter] of Object.entries(canned.headers)) {
    const value = renderParameter(parameter, context, header => headerOf(request, header));
    if (value !== undefined) headers[name] = value;
  }
  const body = Buffer.from(renderTemplate(canned.templates[contentType] ?? '', context));
  return { status: canned.statusCode ?? status, headers, body };
}

/** Returns the `$context` of templates and formats in a REST API. */
export function contextOf(api: Pick<ApiDefinition, 'id' | 'stage'>, request: GatewayRequest): RequestContext {
  return {
    accountId: account,
    apiId: api.id,
    domainName: domainOf(request),
    extendedRequestId: request.extendedId,
    httpMethod: request.method,
    'identity.sourceIp': request.sourceIp,
    'identity.userAgent': headerOf(request, 'user-agent') ?? '',
    path: `/${api.stage}${request.path}`,
    protocol: 'HTTP/1.1',
    requestId: request.id,
    requestTime: request.time.toISOString(),
    requestTimeEpoch: String(request.time.getTime()),
    stage: api.stage,
  };
}
