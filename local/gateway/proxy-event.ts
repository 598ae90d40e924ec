import { randomBytes, randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { account } from '../credentials.ts';
import type { ApiDefinition } from '../template/api-definition.ts';
import type { Match } from './routes.ts';

/** A request as it arrived. */
export type GatewayRequest = {
  /** The caller's own `x-amzn-RequestId`, if it sends one. */
  readonly id: string;
  /** The ID that no caller can choose. */
  readonly extendedId: string;
  readonly method: string;
  /** The path without the query, percent-encoded. */
  readonly path: string;
  readonly query: string;
  /** The name and value of each header, in their original case and order. */
  readonly headers: readonly (readonly [string, string])[];
  readonly sourceIp: string;
  readonly host: string;
  readonly port: string;
  readonly time: Date;
};

export function gatewayRequest(request: IncomingMessage): GatewayRequest {
  const [path = '/', query = ''] = (request.url ?? '/').split(/\?(.*)/s);
  const raw = request.rawHeaders;
  return {
    id: String(request.headers['x-amzn-requestid'] ?? randomUUID()),
    extendedId: `${randomBytes(11).toString('base64url')}=`,
    method: request.method ?? 'GET',
    path,
    query,
    headers: raw.flatMap((name, index) => (index % 2 === 0 ? [[name, raw[index + 1] ?? ''] as const] : [])),
    sourceIp: request.socket.remoteAddress?.replace(/^::ffff:/, '') ?? '',
    host: request.headers.host ?? '',
    port: String(request.socket.localPort),
    time: new Date(),
  };
}

export function headerOf(request: GatewayRequest, name: string): string | undefined {
  return request.headers.findLast(([given]) => given.toLowerCase() === name.toLowerCase())?.[1];
}

/** Returns the trace that the caller says the request belongs to. The calls of its function belong to it too. */
export const traceOf = (request: GatewayRequest): string | undefined =>
  /Root=[^;]*/.exec(headerOf(request, 'x-amzn-trace-id') ?? '')?.[0];

/** Returns the requested host without its port. */
export const domainOf = ({ host }: GatewayRequest): string => host.replace(/:\d+$/, '');

/** Returns the Lambda proxy integration event of a REST API. `body` is undefined if the request has none. */
export function proxyEvent(
  api: ApiDefinition,
  request: GatewayRequest,
  match: Match,
  body: Buffer | undefined,
): object {
  return {
    ...eventOf(api, request, passedHeaders(request)),
    resource: match.route.resourcePath,
    pathParameters: nullIfEmpty(match.pathParameters),
    requestContext: {
      ...contextOf(api, request),
      resourceId: 'local',
      resourcePath: match.route.resourcePath,
      path: `/${api.stage}${request.path}`,
      requestId: request.id,
      deploymentId: 'local',
    },
    ...encoded(body, api.binaryMediaTypes.includes(mediaTypeOf(request))),
  };
}

const mediaTypeOf = (request: GatewayRequest): string =>
  headerOf(request, 'content-type')?.split(';')[0]?.trim().toLowerCase() ?? '';

type Api = { readonly id: string; readonly stage: string; readonly variables?: object | undefined };

/** Returns what the events of both kinds of API have of a request. */
export function eventOf({ variables }: Api, request: GatewayRequest, headers: ReadonlyMap<string, string[]>) {
  const query = queryOf(request.query);
  return {
    path: request.path,
    httpMethod: request.method,
    headers: lastValues(headers),
    multiValueHeaders: nullIfEmpty(Object.fromEntries(headers)),
    queryStringParameters: lastValues(query),
    multiValueQueryStringParameters: nullIfEmpty(Object.fromEntries(query)),
    stageVariables: variables ?? null,
  };
}

/** Returns what the contexts of both kinds of API have of a request. */
export function contextOf({ id, stage }: Api, request: GatewayRequest) {
  const domainName = domainOf(request);
  return {
    ...{ accountId: account, apiId: id, stage, protocol: 'HTTP/1.1', httpMethod: request.method },
    ...{ domainName, domainPrefix: domainName.split('.')[0], extendedRequestId: request.extendedId },
    ...{ requestTime: commonLogTime(request.time), requestTimeEpoch: request.time.getTime() },
    identity: {
      ...{ accessKey: null, accountId: null, caller: null, principalOrgId: null, user: null, userArn: null },
      ...{ cognitoAuthenticationProvider: null, cognitoAuthenticationType: null },
      ...{ cognitoIdentityId: null, cognitoIdentityPoolId: null },
      sourceIp: request.sourceIp,
      userAgent: headerOf(request, 'user-agent') ?? null,
    },
  };
}

/** Returns the body as an event has it. */
export function encoded(body: Buffer | undefined, isBinary: boolean) {
  const isBase64Encoded = body !== undefined && isBinary;
  return { body: body?.toString(isBase64Encoded ? 'base64' : 'utf8') ?? null, isBase64Encoded };
}

/**
 * The headers that the gateway removes: those of the connection, and the length, which doesn't match the event's body.
 */
const endedHeaders = new Set(
  ['connection', 'content-length', 'expect', 'keep-alive', 'te', 'trailer', 'transfer-encoding', 'upgrade'].concat([
    'x-forwarded-for',
    'x-forwarded-port',
    'x-forwarded-proto',
    'x-amzn-trace-id',
  ]),
);

export function passedHeaders(request: GatewayRequest): Map<string, string[]> {
  const forwardedFor = [headerOf(request, 'x-forwarded-for'), request.sourceIp].filter(Boolean).join(', ');
  const trace = headerOf(request, 'x-amzn-trace-id');
  const seconds = Math.floor(request.time.getTime() / 1000).toString(16);
  return grouped([
    ...request.headers.filter(([name]) => !endedHeaders.has(name.toLowerCase())),
    ['X-Amzn-Trace-Id', trace ?? `Root=1-${seconds}-${randomBytes(12).toString('hex')}`],
    ['X-Forwarded-For', forwardedFor],
    ['X-Forwarded-Port', request.port],
    ['X-Forwarded-Proto', 'http'],
  ]);
}

function queryOf(query: string): Map<string, string[]> {
  const pairs = query.split('&').filter(Boolean);
  return grouped(
    pairs.map(pair => {
      const [name = '', value = ''] = pair.split(/=(.*)/s);
      return [decoded(name), decoded(value)] as const;
    }),
    name => name,
  );
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

/** Groups values by name. Headers that differ only in case are merged under the first name. */
function grouped(pairs: readonly (readonly [string, string])[], identity = (name: string) => name.toLowerCase()) {
  const groups = Map.groupBy(pairs, ([name]) => identity(name));
  return new Map([...groups.values()].map(group => [group[0]?.[0] ?? '', group.map(([, value]) => value)]));
}

function lastValues(values: ReadonlyMap<string, readonly string[]>): object | null {
  return nullIfEmpty(Object.fromEntries([...values].map(([name, all]) => [name, all.at(-1) ?? ''])));
}

export function nullIfEmpty(values: object): object | null {
  return Object.keys(values).length > 0 ? values : null;
}

/** Formats a time: `14/Apr/2025:22:11:46 +0000` */
function commonLogTime(time: Date): string {
  const [, day, month, year, clock] = time.toUTCString().split(' ');
  return `${day}/${month}/${year}:${clock} +0000`;
}
