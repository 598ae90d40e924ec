import type { APIGatewayProxyEvent } from 'aws-lambda';
import type { FromSchema } from 'json-schema-to-ts';
import { answerOnlyOf } from '../contracts/answer-only.ts';
import type { Contract, ObjectSchema } from '../contracts/contract.ts';
import type { Caller, UserCaller } from '../domain/accounts/caller.ts';
import { faultsOfDepth } from '../domain/bodies/depth.ts';
import { faultsOfPatchShape } from '../domain/bodies/merge-patch.ts';
import { asRequested } from '../domain/bodies/neutral-values.ts';
import { languageOf, type MailLanguage } from '../domain/mails/mail.ts';
import { isTraceparent } from '../domain/receivers/webhook-events.ts';
import { type Viewer, viewerOf, viewerSecretsVariable } from '../domain/traffic/viewer.ts';
import { invalidParameter, malformedJson, payloadTooLarge, unsupportedMediaType, validationFailed } from '../errors.ts';
import type { Fault } from '../fault.ts';
import type { JsonObject } from '../json.ts';
import { faultsOfIllFormedText } from './validation/ill-formed-text.ts';
import { faultsOf } from './validation/validate.ts';

/** The caller of a contract, which depends on its `auth` and its `scope`. */
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

/** The body of a request. Some bodies come in batches. Before a patch is applied, it is only known to be an object. */
type BodyOf<C extends Contract> = C extends { transport: { takesForms: true } }
  ? SentForm
  : C extends { patches: object }
    ? JsonObject
    : C extends { batchMax: number }
      ? Value<C['body']> | Value<C['body']>[]
      : Value<C['body']>;

/** The body of an HTML form. */
export type SentForm = { bytes: Buffer; contentType: string };

/** The input of a handler: the parts of the request that its contract names, validated, and the caller. */
export type Request<C extends Contract> = {
  params: Value<C['params']>;
  query: Value<C['query']>;
  headers: Value<C['headers']>;
  body: BodyOf<C>;
  caller: CallerOf<C>;
  /** The size of the body in bytes. */
  bodyBytes: number;
  /** Request headers that mean the same on every operation. */
  ifMatch: string | undefined;
  origin: string | undefined;
  userAgent: string | undefined;
  /** The language of mails that it triggers, as the browser requests. */
  language: MailLanguage;
  /** The URL of the API, as the request used it. */
  baseUrl: string;
  /** The address that the request came from: the viewer's, if it came through the stage's own distribution. */
  sourceIp: string | undefined;
  /** A valid `traceparent`: the trace that the request is part of. */
  trace: string | undefined;
  /** The gateway's event, for an operation that calls others. */
  event: APIGatewayProxyEvent;
};

const bodyBytesMax = 262_144;

/** Returns the headers with lower-case names, because names are case-insensitive. The last of equal names wins. */
export function headersOf(event: APIGatewayProxyEvent): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(event.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]));
}

/** Reads and validates the parts that the contract names. Throws a 400, 413 or 415 that lists every fault. */
export function readRequest(contract: Contract, event: APIGatewayProxyEvent, prepare: Prepare = asSent) {
  const headers = headersOf(event);
  const viewer = requestViewer(event);
  const query = queryOf(contract, event);
  const faults = contract.transport?.page ? [] : faultsOfParameters(contract, event, { query, headers });
  if (faults.length > 0) throw invalidParameter(faults);
  return {
    params: pathParameters(event),
    query,
    headers,
    body:
      contract.transport?.takesForms === true
        ? readForm(contract, event, headers['content-type'])
        : contract.body && readBody(contract, contract.body, event, prepare),
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

/** Matches a time whose offset was not percent-encoded: a `+` in a query is a space. */
const timeWithSpace = /^(\d{4}-\d{2}-\d{2}T[\d:.]+) (\d{2}:\d{2})$/;

/** Returns the parameters of the query. `answers[topic]` becomes a property of its object. */
function queryOf({ queryObjects = [] }: Contract, event: APIGatewayProxyEvent): Record<string, unknown> {
  const query: Record<string, unknown> = {};
  for (const [name, text] of Object.entries(event.queryStringParameters ?? {})) {
    const value = text?.replace(timeWithSpace, '$1+$2');
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

/** Returns the URL of the API, as a request used it. */
export const requestBaseUrl = (event: APIGatewayProxyEvent): string =>
  baseUrlOf(event, headersOf(event), requestViewer(event));

/** Returns the base URL. The gateway's own URL has the stage in its path, which a custom domain leaves out. */
function baseUrlOf(
  { requestContext }: APIGatewayProxyEvent,
  { 'x-forwarded-proto': scheme }: Record<string, string | undefined>,
  { host }: Viewer,
): string {
  return `${scheme === 'http' ? 'http' : 'https'}://${host}${host.endsWith('.amazonaws.com') ? `/${requestContext.stage}` : ''}`;
}

/** Returns who sent a request, and to which host. The gateway knows, and a distribution in front of it knows better. */
export function requestViewer(event: APIGatewayProxyEvent): Viewer {
  const headers = headersOf(event);
  const gateway = { sourceIp: event.requestContext.identity?.sourceIp ?? undefined, host: hostOf(event, headers.host) };
  const secrets = event.stageVariables?.[viewerSecretsVariable]?.split(',').filter(Boolean) ?? [];
  return viewerOf(headers, gateway, secrets);
}

/**
 * Returns the domain that the gateway was called by. The sender controls the header, and links with secrets are built
 * on the result. So only a port behind the same domain is taken from the header, for the local gateway.
 */
function hostOf({ requestContext: { domainName = '' } }: APIGatewayProxyEvent, header = ''): string {
  const port = header.startsWith(domainName) ? header.slice(domainName.length) : '';
  return domainName + (/^:\d{1,5}$/.test(port) ? port : '');
}

/**
 * Returns the decoded path parameters, which the gateway leaves percent-encoded. One that does not decode is not one of
 * our IDs, and will not be found.
 */
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

/** Returns the body as text. */
export const bodyOf = ({ body, isBase64Encoded }: APIGatewayProxyEvent): string =>
  isBase64Encoded ? Buffer.from(body ?? '', 'base64').toString('utf8') : (body ?? '');

/** Returns the body of an HTML form as bytes. Throws a 413. */
export function readForm(
  { bodyBytesMax: max = bodyBytesMax }: Pick<Contract, 'bodyBytesMax'>,
  event: APIGatewayProxyEvent,
  contentType = '',
): SentForm {
  const bytes = Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8');
  if (bytes.length > max) throw payloadTooLarge(max);
  return { bytes, contentType };
}

/** Changes a body before its schema checks it. */
type Prepare = (body: unknown) => unknown;

const asSent: Prepare = body => body;

function readBody(contract: Contract, schema: ObjectSchema, event: APIGatewayProxyEvent, prepare: Prepare) {
  const { 'content-type': contentType } = headersOf(event);
  const sent = bodyOf(event);
  const max = contract.bodyBytesMax ?? bodyBytesMax;
  if (Buffer.byteLength(sent) > max) throw payloadTooLarge(max);
  if (contentType && !isJson(contract, contentType)) throw unsupportedMediaType(contentType);
  const parsed = contract.bodyOptional && sent === '' ? {} : parseBody(sent);
  refuse(faultsOfIllFormedText(sent, parsed));
  refuse(faultsOfDepth(parsed));
  const body = prepare(
    contract.takesCopies ? asRequested(parsed, contract.answerOnly ?? answerOnlyOf(contract)) : parsed,
  );
  refuse(faultsOfBody(contract, schema, body));
  return body;
}

function refuse(faults: readonly Fault[]): void {
  if (faults.length > 0) throw validationFailed(faults);
}

const isJson = ({ transport }: Contract, contentType: string): boolean =>
  /^application\/([\w.-]+\+)?json\s*(;|$)/i.test(contentType) ||
  (transport?.beacon === true && /^text\/plain\s*(;|$)/i.test(contentType));

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

/** Joins `[3]` and `fieldId` as `[3].fieldId`. */
const within = (element: string, field: string): string => (field === '' ? element : `${element}.${field}`);

function parseBody(text: string): unknown {
  if (text.trim() === '') throw malformedJson('The body is empty. Send a JSON object.');
  try {
    return JSON.parse(text);
  } catch (error) {
    // The message quotes where parsing stopped, which may be half of a character.
    const why = error instanceof Error ? error.message.toWellFormed() : 'it cannot be read';
    throw malformedJson(`The body is not JSON: ${why}.`);
  }
}
