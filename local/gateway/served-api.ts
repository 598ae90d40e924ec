import type { IncomingMessage, ServerResponse } from 'node:http';
import type { GatewayRequest } from './proxy-event.ts';
import type { ProxyResponse } from './proxy-response.ts';

export type Answered = {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  /** Whether the client got all of the answer, or left before, or the answer was cut off because the function failed in it. */
  readonly ending: 'whole' | 'client left' | 'cut off';
  readonly millis: number;
  /** Whether the HTTP API has answered, and not the REST API. */
  readonly byHttpApi: boolean;
  /** The line of the access log, where the stage has one. */
  readonly accessLogLine?: string;
};

/** An API of the template, of whichever kind. */
export type ServedApi = {
  /** What each of its answers has besides. */
  readonly headers: (request: GatewayRequest) => Readonly<Record<string, string>>;
  /** Undefined when a stream has sent it. */
  readonly answer: (
    incoming: IncomingMessage,
    request: GatewayRequest,
    response: ServerResponse,
  ) => Promise<ProxyResponse | undefined>;
  /** The answer in place of one that cannot be sent. */
  readonly failure: (request: GatewayRequest) => ProxyResponse;
  /** What the gateway did not find out is `-`; undefined where the stage has no access log. */
  readonly accessLogLine: (request: GatewayRequest, answered: Answered) => string | undefined;
};
