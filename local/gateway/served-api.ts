import type { IncomingMessage, ServerResponse } from 'node:http';
import type { GatewayRequest } from './proxy-event.ts';
import type { ProxyResponse } from './proxy-response.ts';

export type ServedRequest = {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  /** Whether the client got the whole answer, left early, or had it cut off because the function failed. */
  readonly ending: 'whole' | 'client left' | 'cut off';
  readonly millis: number;
  /** Whether the HTTP API answered, rather than the REST API. */
  readonly byHttpApi: boolean;
  /** The line for the access log, if the stage has one. */
  readonly accessLogLine?: string;
};

/** An API of the template, either REST or HTTP. */
export type ServedApi = {
  /** Returns the headers that it adds to each answer. */
  readonly headers: (request: GatewayRequest) => Readonly<Record<string, string>>;
  /** Returns the answer, or undefined if a stream has sent it. */
  readonly answer: (
    incoming: IncomingMessage,
    request: GatewayRequest,
    response: ServerResponse,
  ) => Promise<ProxyResponse | undefined>;
  /** Returns the answer that replaces one that can't be sent. */
  readonly failure: (request: GatewayRequest) => ProxyResponse;
  /** Returns the access log line, with `-` for unknown values. Undefined if the stage has no access log. */
  readonly accessLogLine: (request: GatewayRequest, answered: ServedRequest) => string | undefined;
};
