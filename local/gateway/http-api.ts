import type { IncomingMessage } from 'node:http';
import type { FunctionHost } from '../functions/functions.ts';
import type { HttpApiDefinition, HttpRoute } from '../template/http-api.ts';
import { renderTemplate } from './context-template.ts';
import { contextOf } from './gateway-responses.ts';
import { httpEvent } from './http-event.ts';
import { orTimeout, readBody } from './integration.ts';
import { type GatewayRequest, traceOf } from './proxy-event.ts';
import { type ProxyResponse, readProxyResponse } from './proxy-response.ts';
import { type Match, Routes } from './routes.ts';
import type { ServedApi } from './served-api.ts';
import { Throttles } from './throttle.ts';

/** The fixed answers of an HTTP API itself, without CORS. */
const refusals = {
  INTEGRATION_FAILURE: [500, 'Internal Server Error'],
  INTEGRATION_TIMEOUT: [503, 'Service Unavailable'],
  INTEGRATION_THROTTLED: [503, 'Service Unavailable'],
  NOT_FOUND: [404, 'Not Found'],
  REQUEST_TOO_LARGE: [413, 'Request Entity Too Large'],
  THROTTLED: [429, 'Too Many Requests'],
} as const;
type RefusalName = keyof typeof refusals;

/** Serves the template's HTTP API. It doesn't compress answers or decode requests. */
export function httpApi(api: HttpApiDefinition, functions: FunctionHost): ServedApi {
  const routes = new Routes(api.routes, '');
  const throttles = new Throttles(new Map(api.throttle && [['* *', api.throttle]]));
  const otherwise = api.routes.find(({ key }) => key === '$default');

  function find({ method, path }: GatewayRequest): Match<HttpRoute> | undefined {
    const match = routes.find(method, path.slice(`/${api.basePath}`.length) || '/');
    return match ?? (otherwise && { route: otherwise, pathParameters: {} });
  }

  async function answer(incoming: IncomingMessage, request: GatewayRequest): Promise<ProxyResponse | RefusalName> {
    const match = find(request);
    if (!match) return 'NOT_FOUND';
    if (!throttles.admits(match.route)) return 'THROTTLED';
    const body = await readBody(incoming);
    if (body === 'REQUEST_TOO_LARGE') return body;
    const { functionName, timeoutMillis } = match.route;
    const event = JSON.stringify(httpEvent(api, request, match, body));
    return await orTimeout(invoke(functionName, event, traceOf(request)), timeoutMillis);
  }

  async function invoke(name: string, event: string, traceHeader?: string): Promise<ProxyResponse | RefusalName> {
    const { payload, failed, throttled } = await functions.invoke(name, event, { answersCaller: true, traceHeader });
    if (throttled) return 'INTEGRATION_THROTTLED';
    return (failed ? undefined : readProxyResponse(JSON.parse(payload))) ?? 'INTEGRATION_FAILURE';
  }

  return {
    headers: request => ({ 'Apigw-Requestid': request.extendedId }),
    async answer(incoming, request) {
      const given = await answer(incoming, request);
      return typeof given === 'string' ? refusal(given) : given;
    },
    failure: () => refusal('INTEGRATION_FAILURE'),
    accessLogLine(request, { status, millis }) {
      if (!api.accessLog) return undefined;
      const answered = { status: String(status), responseLatency: String(millis) };
      // An HTTP API has one ID for both, and the path includes the stage.
      const own = { path: request.path, requestId: request.extendedId, routeKey: find(request)?.route.key ?? '' };
      const context = { ...contextOf(api, request), ...own, ...answered };
      return renderTemplate(api.accessLog.format, context, '-');
    },
  };
}

function refusal(type: RefusalName): ProxyResponse {
  const [status, message] = refusals[type];
  return { status, headers: { 'Content-Type': 'application/json' }, body: Buffer.from(JSON.stringify({ message })) };
}
