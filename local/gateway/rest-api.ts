import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FunctionHost } from '../functions/functions.ts';
import type { ApiDefinition, ProxyIntegration } from '../template/api-definition.ts';
import { compressReply, decompressRequest } from './compression.ts';
import { renderTemplate } from './context-template.ts';
import { contextOf, type GatewayResponseType, gatewayResponse, mockResponse } from './gateway-responses.ts';
import { bodyBytesMax, orTimeout, readBody } from './integration.ts';
import { type GatewayRequest, proxyEvent, traceOf } from './proxy-event.ts';
import { type ProxyResponse, readProxyResponse } from './proxy-response.ts';
import { type Invoke, sendStream } from './proxy-stream.ts';
import { Routes } from './routes.ts';
import type { ServedApi } from './served-api.ts';
import { Throttles } from './throttle.ts';

type GatewayReply = ProxyResponse | GatewayResponseType;

/** Serves the template's REST API. */
export function restApi(api: ApiDefinition, functions: FunctionHost): ServedApi {
  const routes = new Routes(api.routes);
  const throttles = new Throttles(api.throttles);

  /** Returns the answer, or undefined if a stream has sent it. */
  async function answer(incoming: IncomingMessage, request: GatewayRequest, response: ServerResponse) {
    const match = routes.find(request.method, request.path);
    if (!match) return 'MISSING_AUTHENTICATION_TOKEN';
    if (!throttles.admits(match.route)) return 'THROTTLED';
    const body = decompressRequest(request, await readBody(incoming), bodyBytesMax);
    if (typeof body === 'string') return body;
    const { integration } = match.route;
    if (integration.type === 'mock') return mockResponse(api, request, integration, body?.toString() ?? '');
    const event = JSON.stringify(proxyEvent(api, request, match, body));
    const options = { answersCaller: true, traceHeader: traceOf(request) } as const;
    const invoke: Invoke = more => functions.invoke(integration.functionName, event, { ...options, ...more });
    return await orTimeout(proxy(integration, invoke, response), integration.timeoutMillis);
  }

  function proxy({ streamed }: ProxyIntegration, invoke: Invoke, response: ServerResponse) {
    return streamed ? sendStream(invoke, response) : buffered(invoke);
  }

  async function buffered(invoke: Invoke): Promise<GatewayReply> {
    const { payload, failed, throttled } = await invoke();
    if (throttled) return 'API_CONFIGURATION_ERROR';
    if (failed) return payload.includes('"RequestTooLargeException"') ? 'REQUEST_TOO_LARGE' : 'INTEGRATION_FAILURE';
    return readProxyResponse(JSON.parse(payload)) ?? 'INTEGRATION_FAILURE';
  }

  function whole(request: GatewayRequest, given: GatewayReply): ProxyResponse {
    return compressReply(api, request, typeof given === 'string' ? gatewayResponse(api, request, given) : given);
  }

  return {
    headers: request => ({ 'x-amzn-RequestId': request.id, 'x-amz-apigw-id': request.extendedId }),
    async answer(incoming, request, response) {
      const given = await answer(incoming, request, response);
      return given && whole(request, given);
    },
    failure: request => whole(request, 'INTEGRATION_FAILURE'),
    accessLogLine(request, { status, millis }) {
      if (!api.accessLog) return undefined;
      const match = routes.find(request.method, request.path);
      const resourcePath = match && { resourcePath: match.route.resourcePath };
      const answered = { status: String(status), responseLatency: String(millis), ...resourcePath };
      return renderTemplate(api.accessLog.format, { ...contextOf(api, request), ...answered }, '-');
    },
  };
}
