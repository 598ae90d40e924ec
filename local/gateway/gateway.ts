import type { ServerResponse } from 'node:http';
import type { FunctionHost } from '../functions/functions.ts';
import { type LocalServer, serve } from '../http-server.ts';
import type { ApiDefinition } from '../template/api-definition.ts';
import type { HttpApiDefinition } from '../template/http-api.ts';
import { httpApi } from './http-api.ts';
import { gatewayRequest } from './proxy-event.ts';
import type { ProxyResponse } from './proxy-response.ts';
import { restApi } from './rest-api.ts';
import type { ServedRequest } from './served-api.ts';

export type GatewayOptions = {
  readonly api: ApiDefinition;
  readonly httpApi?: HttpApiDefinition;
  readonly functions: FunctionHost;
  /** The port; 0 picks a free one. */
  readonly port: number;
  readonly onAnswered?: (answered: ServedRequest) => void;
};

/**
 * Serves the template's APIs as a custom domain does: the REST API without its stage in the paths, and the HTTP API at
 * its mapped path.
 */
export function startGateway({ functions, port, onAnswered, ...apis }: GatewayOptions): Promise<LocalServer> {
  const rest = restApi(apis.api, functions);
  const http = apis.httpApi && httpApi(apis.httpApi, functions);
  const basePath = `/${apis.httpApi?.basePath}/`;
  return serve(
    (incoming, response) => {
      const started = performance.now();
      const request = gatewayRequest(incoming);
      const byHttpApi = http !== undefined && `${request.path}/`.startsWith(basePath);
      const served = byHttpApi ? http : rest;
      response.setHeaders(new Map(Object.entries(served.headers(request))));
      response.once('close', () => {
        const { method, path } = request;
        const ending = endingOf(response);
        const millis = Math.round(performance.now() - started);
        const answered = { method, path, status: response.statusCode, ending, millis, byHttpApi };
        onAnswered?.({ ...answered, accessLogLine: served.accessLogLine(request, answered) });
      });
      if (!isHost(request.host)) return send(response, badRequest);
      served
        .answer(incoming, request, response)
        .then(given => given && send(response, given))
        // Invalid HTTP headers are the only fault found this late.
        .catch(() => send(response, served.failure(request)));
    },
    port,
    () => {},
    graceMs,
  );
}

/** The grace period for requests in progress, longer than any should take. */
const graceMs = 10_000;

/**
 * Whether a Host header is a name or an address, with or without a port. AWS routes by it and rejects anything else
 * before any API.
 */
const isHost = (host: string): boolean => /^(\[[\da-f:.]+\]|[\w.-]+)(:\d{1,5})?$/i.test(host);

const badRequest: ProxyResponse = {
  status: 400,
  headers: { 'Content-Type': 'application/json' },
  body: Buffer.from('{"message":"Bad Request"}'),
};

function send(response: ServerResponse, { status, headers, body }: ProxyResponse): void {
  if (response.headersSent) {
    response.destroy(cutOff);
    return;
  }
  const noBody = status === 204 || status === 304;
  response.writeHead(status, noBody ? headers : { ...headers, 'Content-Length': body.length });
  response.end(noBody ? undefined : body);
}

const cutOff = new Error('The function failed within its answer');

function endingOf({ writableFinished, errored }: ServerResponse): ServedRequest['ending'] {
  if (writableFinished) return 'whole';
  return errored === cutOff ? 'cut off' : 'client left';
}
