import { randomUUID } from 'node:crypto';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { APIGatewayProxyResult } from 'aws-lambda';

/** A request to an endpoint, in the terms of an API Gateway proxy event. */
export type ProxyRequest = {
  readonly pathParameters?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
};

export type Handler = (event: unknown, ...rest: unknown[]) => Promise<unknown>;

export function proxyEvent({ pathParameters, query, headers, body }: ProxyRequest): object {
  return {
    headers,
    pathParameters: pathParameters ?? null,
    queryStringParameters: query ?? null,
    multiValueQueryStringParameters: null,
    requestContext: { requestId: randomUUID() },
    body: body === undefined ? null : JSON.stringify(body),
    isBase64Encoded: false,
  };
}

const streamed = new WeakSet<Handler>();
let promised: { statusCode: number; headers?: Answer['headers'] } = { statusCode: 0 };

// Lambda's runtime offers this to functions with streamed answers.
Object.assign(globalThis, {
  awslambda: {
    streamifyResponse(handler: Handler) {
      streamed.add(handler);
      return handler;
    },
    HttpResponseStream: {
      from(stream: PassThrough, head: typeof promised) {
        promised = head;
        return stream;
      },
    },
  },
});

/** Calls a handler as Lambda does. Throws unless it succeeds, because the figure would be wrong. */
export async function invoke(handler: Handler, request: ProxyRequest): Promise<string> {
  const { status, body } = await answer(handler, proxyEvent(request));
  if (status >= 400) throw new Error(`The answer is ${status}: ${body}`);
  return body;
}

export type Answer = {
  readonly status: number;
  readonly body: string;
  readonly headers: Readonly<Record<string, unknown>>;
};

/** Returns a handler's answer to an event, with any status. */
export async function answer(handler: Handler, event: object): Promise<Answer> {
  if (streamed.has(handler)) return streamedAnswer(handler, event);
  const { statusCode, body, headers = {} } = (await handler(event, {})) as APIGatewayProxyResult;
  return { status: statusCode, body, headers };
}

async function streamedAnswer(handler: Handler, event: object): Promise<Answer> {
  const stream = new PassThrough();
  const [body] = await Promise.all([text(stream), handler(event, stream, {})]);
  return { status: promised.statusCode, body, headers: promised.headers ?? {} };
}
