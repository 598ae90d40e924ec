import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import type { Contract } from '../../contracts/contract.ts';
import { viewerHeaders } from '../../domain/traffic/viewer.ts';
import type { GatewayResponse } from '../reply.ts';

type Handler = (event: APIGatewayProxyEvent, context: Context) => Promise<unknown>;

/** A call of another operation. */
export type OperationCall = {
  readonly contract: Contract;
  readonly handler: Handler;
  readonly params?: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: unknown;
};

// biome-ignore lint/suspicious/noExplicitAny: what an operation answers; its contract says what that is
export type OperationReply = { status: number; headers: Readonly<Record<string, string>>; body: any };

/** The request headers that say where it came from and which trace it is part of. They contain no credentials. */
const kept = ['host', 'x-forwarded-proto', 'origin', 'user-agent', 'traceparent', ...Object.values(viewerHeaders)];

/** Calls another operation for the sender of this request, with all the checks of a direct request. */
export async function callOperation(event: APIGatewayProxyEvent, call: OperationCall): Promise<OperationReply> {
  const headers = Object.entries(event.headers).filter(([name]) => kept.includes(name.toLowerCase()));
  const given = Object.entries(call.headers).filter(([, value]) => value !== undefined);
  const response = (await call.handler(
    {
      ...event,
      resource: call.contract.path,
      httpMethod: call.contract.method,
      pathParameters: call.params ?? null,
      queryStringParameters: null,
      multiValueQueryStringParameters: null,
      headers: { ...Object.fromEntries(headers), 'content-type': 'application/json', ...Object.fromEntries(given) },
      multiValueHeaders: {},
      body: JSON.stringify(call.body),
      isBase64Encoded: false,
    },
    {} as Context,
  )) as GatewayResponse;
  return { status: response.statusCode, headers: response.headers, body: JSON.parse(String(response.body)) };
}
