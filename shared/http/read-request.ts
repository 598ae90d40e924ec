import type { APIGatewayProxyEvent } from 'aws-lambda';
import type { FromSchema } from 'json-schema-to-ts';
import type { Contract, ObjectSchema } from '../contracts/contract.ts';
import type { Caller, UserCaller } from '../domain/accounts/caller.ts';
import { faultsOfDepth } from '../domain/depth.ts';
import { languageOf, type MailLanguage } from '../domain/mail/mail.ts';
import { faultsOfPatchShape, type JsonObject } from '../domain/merge-patch.ts';
import { isTraceparent } from '../domain/receivers/webhook-events.ts';
import { type Viewer, viewerOf, viewerSecretsVariable } from '../domain/viewer.ts';
import { invalidParameter, malformedJson, payloadTooLarge, unsupportedMediaType, validationFailed } from '../errors.ts';
import type { Fault } from '../fault.ts';
import { faultsOfIllFormedText } from './ill-formed-text.ts';
import { faultsOf } from './validate.ts';

/** By whom a contract can be called: its `auth` and its `scope` say so. */
type CallerOf<C extends Contract> = C['auth'] extends readonly []
  ? undefined
  : C extends { credentialOptional: true }
    ? UserCaller | undefined
    : C['scope'] extends 'user'
      ? 'secretKey' extends C['auth'][number]
        ? Caller | UserCaller
        : UserCaller
      : Caller;

type Value<S> = S extends ObjectSchema ? FromSchema<S> : undefined;

/** Some bodies come in batches; of a patch, nothing is known before it is applied but that it is an object. */
type BodyOf<C extends Contract> = C extends { takesForms: true }
  ? SentForm
  : C extends { patches: object }
    ? JsonObject
    : C extends { batchMax: number }
      ? Value<C['body']> | Value<C['body']>[]
      : Value<C['body']>;

/** What an HTML form sent. */
export type SentForm = { bytes: Buffer; contentType: string };

/** What a handler is given: the parts of the request that its contract names, checked, and who calls. */
export type Request<C extends Contract> = {
  params: Value<C['params']>;
  query: Value<C['query']>;
  headers: Value<C['headers']>;
  body: BodyOf<C>;
  caller: CallerOf<C>;
  /** Of the body. */
  bodyBytes: number;
  /** Request headers that mean the same on every operation. */
  ifMatch: string | undefined;
  origin: string | undefined;
  userAgent: string | undefined;
  /** The language of mails that come of it, as the browser asks for it. */
  language: MailLanguage;
  /** The address of the API, as the request named it. */
  baseUrl: string;
  /** The address that the request came from: of the viewer, where it came through the stage’s own distribution. */
  sourceIp: string | undefined;
  /** A valid `traceparent`: the trace that the request is a part of. */
  trace: string | undefined;
  /** As the gateway made it, for an operation that has others carry out what it is asked for. */
  event: APIGatewayProxyEvent;
};

const bodyBytesMax = 262_144;

/** Header names are case-insensitive: lower-case, last one wins. */
export function headersOf(event: APIGatewayProxyEvent): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(event.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]));
}

/** Reads and checks what the contract names. Throws the 400, 413 or 415 that lists every fault. */
export function readRequest(contract: Contract, event: APIGatewayProxyEvent) {
  const headers = headersOf(event);
  const viewer = requestViewer(event);
  const query = queryOf(contract, event);
  const faults = contract.page ? [] : faultsOfParameters(contract, event, { query, headers });
  if (faults.length > 0) throw invalidParameter(faults);
  return {
    params: pathParameters(event),
    query,
    headers,
    body: contract.takesForms
      ? readForm(contract, event, headers['content-type'])
      : contract.body && readBody(contract, contract.body, event, headers['content-type']),
    bodyBytes: Buffer.byteLength(bodyOf(event)),
    ifMatch: headers['if-match'],
    origin: headers.origin,
    userAgent: headers['user-agent'],
    language: languageOf(headers['accept-language']),
    baseUrl: baseUrlOf(event, headers, viewer),
    sourceIp: viewer.sourceIp,
    trace: headers.traceparent && isTraceparent(headers.traceparent) ? headers.traceparent : undefined,
    event,
  };
}

function faultsOfParameters(
  contract: Contract,
  event: APIGatewayProxyEvent,
  { query, headers }: Record<'query' | 'headers', Record<string, unknown>>,
): Fault[] {
  return [
    ...repeatedParameters(event),
    ...(contract.query ? faultsOf('query', contract.query, query) : []),
    ...(contract.headers ? faultsOf('headers', contract.headers, headers) : []),
  ];
}

/** The parameters of the query, `answers[topic]` within the object that it is a property of. */
function queryOf({ queryObjects = [] }: Contract, event: APIGatewayProxyEvent): Record<string, unknown> {
  const query: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(event.queryStringParameters ?? {})) {
    const [, object = '', property = ''] = /^(\w+)\[(.+)\]$/s.exec(name) ?? [];
    if (queryObjects.includes(object)) query[object] = { ...(query[object] as object), [property]: value };
    else query[name] = value;
  }
  return query;
}

function repeatedParameters(event: APIGatewayProxyEvent): Fault[] {
  return Object.entries(event.multiValueQueryStringParameters ?? {})
    .filter(([, values]) => values && values.length > 1)
    .map(([field]) => ({ field, rule: 'unique', message: 'must be given only once' }));
}

/** The gateway's own address has the stage in its path, which a domain of one's own leaves out. */
function baseUrlOf(
  { requestContext }: APIGatewayProxyEvent,
  { 'x-forwarded-proto': scheme }: Record<string, string | undefined>,
  { host }: Viewer,
): string {
  return `${scheme === 'http' ? 'http' : 'https'}://${host}${host.endsWith('.amazonaws.com') ? `/${requestContext.stage}` : ''}`;
}

/** Who sent a request, and to which host: the gateway knows, and a distribution before it knows better. */
export function requestViewer(event: APIGatewayProxyEvent): Viewer {
  const headers = headersOf(event);
  const gateway = { sourceIp: event.requestContext.identity?.sourceIp ?? undefined, host: hostOf(event, headers.host) };
  const secrets = event.stageVariables?.[viewerSecretsVariable]?.split(',').filter(Boolean) ?? [];
  return viewerOf(headers, gateway, secrets);
}

/**
 * The domain that the gateway was found by. The sender chooses the header, and links with secrets are built on the result: so
 * all that counts of the header is a port behind the same domain, which the local gateway has.
 */
function hostOf({ requestContext: { domainName = '' } }: APIGatewayProxyEvent, header = ''): string {
  const port = header.startsWith(domainName) ? header.slice(domainName.length) : '';
  return domainName + (/^:\d{1,5}$/.test(port) ? port : '');
}

/** The gateway leaves path parameters percent-encoded. What does not decode is no id of ours, and will not be found. */
export function pathParameters(event: APIGatewayProxyEvent): Record<string, string> {
  return Object.fromEntries(
    Object.entries(event.pathParameters ?? {}).map(([name, value]) => [name, decode(value ?? '')]),
  );
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

/** As text. */
export const bodyOf = ({ body, isBase64Encoded }: APIGatewayProxyEvent): string =>
  isBase64Encoded ? Buffer.from(body ?? '', 'base64').toString('utf8') : (body ?? '');

function readForm(contract: Contract, event: APIGatewayProxyEvent, contentType = ''): SentForm {
  const bytes = Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8');
  const max = contract.bodyBytesMax ?? bodyBytesMax;
  if (bytes.length > max) throw payloadTooLarge(max);
  return { bytes, contentType };
}

function readBody(contract: Contract, schema: ObjectSchema, event: APIGatewayProxyEvent, contentType?: string) {
  const sent = bodyOf(event);
  const max = contract.bodyBytesMax ?? bodyBytesMax;
  if (Buffer.byteLength(sent) > max) throw payloadTooLarge(max);
  if (contentType && !isJson(contract, contentType)) throw unsupportedMediaType(contentType);
  const body = contract.bodyOptional && sent === '' ? {} : parseJson(sent);
  refuse(faultsOfIllFormedText(sent, body));
  refuse(faultsOfDepth(body));
  refuse(faultsOfBody(contract, schema, body));
  return body;
}

function refuse(faults: readonly Fault[]): void {
  if (faults.length > 0) throw validationFailed(faults);
}

const isJson = ({ beacon }: Contract, contentType: string): boolean =>
  /^application\/([\w.-]+\+)?json\s*(;|$)/i.test(contentType) ||
  (beacon === true && /^text\/plain\s*(;|$)/i.test(contentType));

function faultsOfBody({ batchMax, patches }: Contract, schema: ObjectSchema, body: unknown): Fault[] {
  if (patches) return faultsOfPatchShape(body);
  if (!batchMax || !Array.isArray(body)) return faultsOf('body', schema, body);
  if (body.length === 0) return [{ field: '', rule: 'minItems', message: 'must contain at least one' }];
  if (body.length > batchMax) {
    const message = `must contain at most ${batchMax}, not ${body.length}; send the rest in another request`;
    return [{ field: '', rule: 'maxItems', message }];
  }
  return body.flatMap((each, index) =>
    faultsOf('body', schema, each).map(fault => ({ ...fault, field: within(`[${index}]`, fault.field) })),
  );
}

/** `[3]` and `fieldId` are `[3].fieldId`. */
const within = (element: string, field: string): string => (field === '' ? element : `${element}.${field}`);

function parseJson(text: string): unknown {
  if (text.trim() === '') throw malformedJson('The body is empty. Send a JSON object.');
  try {
    return JSON.parse(text);
  } catch (error) {
    // It quotes what it stopped at, which may be one half of a character.
    const why = error instanceof Error ? error.message.toWellFormed() : 'it cannot be read';
    throw malformedJson(`The body is not JSON: ${why}.`);
  }
}
