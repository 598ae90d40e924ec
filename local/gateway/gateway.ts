import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FunctionHost } from '../functions/functions.ts';
import { type LocalServer, serve } from '../http-server.ts';
import type { ApiDefinition, ProxyIntegration } from '../template/api-definition.ts';
import { compressed, decompressed } from './compression.ts';
import { renderTemplate } from './context-template.ts';
import { contextOf, type GatewayResponseType, gatewayResponse, mockResponse } from './gateway-responses.ts';
import { type GatewayRequest, gatewayRequest, proxyEvent } from './proxy-event.ts';
import { type ProxyResponse, readProxyResponse } from './proxy-response.ts';
import { sendStream } from './proxy-stream.ts';
import { type Match, Routes } from './routes.ts';
import { Throttles } from './throttle.ts';

export type GatewayOptions = {
  readonly api: ApiDefinition;
  readonly functions: FunctionHost;
  /** 0 takes a free one. */
  readonly port: number;
  readonly onAnswered?: (answered: Answered) => void;
};

export type Answered = {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  /** Whether the client got all of the answer, or left before, or the answer was cut off because the function failed in it. */
  readonly ending: 'whole' | 'client left' | 'cut off';
  readonly millis: number;
  /** The line of the access log, where the stage has one. */
  readonly accessLogLine?: string;
};

type Answer = ProxyResponse | GatewayResponseType;

const bodyBytesMax = 10 * 1024 * 1024;

/** The REST API of the template, served without a stage in its paths as behind a domain of its own. */
export function startGateway({ api, functions, port, onAnswered }: GatewayOptions): Promise<LocalServer> {
  const routes = new Routes(api.routes);
  const throttles = new Throttles(api.throttles);

  /** Undefined when a stream has sent it. */
  async function answer(incoming: IncomingMessage, request: GatewayRequest, response: ServerResponse) {
    const match = routes.find(request.method, request.path);
    if (!match) return 'MISSING_AUTHENTICATION_TOKEN';
    if (!throttles.admits(match.route)) return 'THROTTLED';
    const body = decompressed(request, await readBody(incoming), bodyBytesMax);
    if (typeof body === 'string') return body;
    const { integration } = match.route;
    if (integration.type === 'mock') return mockResponse(api, request, integration, body?.toString() ?? '');
    const event = JSON.stringify(proxyEvent(api, request, match, body));
    return await orTimeout(proxy(integration, event, response), integration.timeoutMillis);
  }

  function proxy(integration: ProxyIntegration, event: string, response: ServerResponse) {
    if (integration.streamed) return sendStream(functions, integration.functionName, event, response);
    return invoke(integration, event);
  }

  async function invoke({ functionName }: ProxyIntegration, event: string): Promise<Answer> {
    const { payload, failed } = await functions.invoke(functionName, event);
    if (failed) return payload.includes('"RequestTooLargeException"') ? 'REQUEST_TOO_LARGE' : 'INTEGRATION_FAILURE';
    return readProxyResponse(JSON.parse(payload)) ?? 'INTEGRATION_FAILURE';
  }

  function send(response: ServerResponse, request: GatewayRequest, answer: Answer): void {
    if (response.headersSent) {
      response.destroy(cutOff);
      return;
    }
    const whole = typeof answer === 'string' ? gatewayResponse(api, request, answer) : answer;
    const { status, headers, body } = compressed(api, request, whole);
    const noBody = status === 204 || status === 304;
    response.writeHead(status, noBody ? headers : { ...headers, 'Content-Length': body.length });
    response.end(noBody ? undefined : body);
  }

  return serve(
    (incoming, response) => {
      const started = performance.now();
      const request = gatewayRequest(incoming);
      response.setHeader('x-amzn-RequestId', request.id);
      response.setHeader('x-amz-apigw-id', request.extendedId);
      response.once('close', () => {
        const { method, path } = request;
        const ending = endingOf(response);
        const millis = Math.round(performance.now() - started);
        const answered = { method, path, status: response.statusCode, ending, millis };
        onAnswered?.({ ...answered, accessLogLine: accessLogLine(api, request, routes.find(method, path), answered) });
      });
      answer(incoming, request, response)
        .then(given => given && send(response, request, given))
        // Headers that HTTP does not allow are the one thing found out as late as this.
        .catch(() => send(response, request, 'INTEGRATION_FAILURE'));
    },
    port,
    () => {},
  );
}

const cutOff = new Error('The function failed within its answer');

function endingOf({ writableFinished, errored }: ServerResponse): Answered['ending'] {
  if (writableFinished) return 'whole';
  return errored === cutOff ? 'cut off' : 'client left';
}

/** What the gateway did not find out is `-`. */
function accessLogLine(
  api: ApiDefinition,
  request: GatewayRequest,
  match: Match | undefined,
  { status, millis }: Answered,
): string | undefined {
  if (!api.accessLog) return undefined;
  const resourcePath = match && { resourcePath: match.route.resourcePath };
  const answered = { status: String(status), responseLatency: String(millis), ...resourcePath };
  return renderTemplate(api.accessLog.format, { ...contextOf(api, request), ...answered }, '-');
}

/** Reads on past the limit, dropping what comes: a connection cut early would hide the answer from the client. */
function readBody(incoming: IncomingMessage): Promise<Buffer | 'REQUEST_TOO_LARGE' | undefined> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    incoming.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > bodyBytesMax) resolve('REQUEST_TOO_LARGE');
      else chunks.push(chunk);
    });
    incoming.on('end', () => resolve(size > 0 ? Buffer.concat(chunks) : undefined));
    incoming.on('error', reject);
  });
}

async function orTimeout<T>(answer: Promise<T>, millis: number): Promise<T | 'INTEGRATION_TIMEOUT'> {
  const timeout = Promise.withResolvers<'INTEGRATION_TIMEOUT'>();
  const timer = setTimeout(() => timeout.resolve('INTEGRATION_TIMEOUT'), millis);
  return await Promise.race([answer, timeout.promise]).finally(() => clearTimeout(timer));
}
