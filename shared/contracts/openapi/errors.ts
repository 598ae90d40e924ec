import type { Contract, Contracts } from '../contract.ts';
import { type ErrorStatus, errorCodes } from '../error-codes.ts';
import { object, record } from '../records.ts';

const meanings: Readonly<Record<ErrorStatus, readonly [reason: string, when: string]>> = {
  400: ['Bad Request', 'Something in the request is wrong; `details` lists every fault.'],
  401: ['Unauthorized', 'The credential is missing, unknown, revoked, expired or malformed.'],
  403: ['Forbidden', 'The credential is valid, but does not permit this.'],
  404: ['Not Found', 'There is no such record, or it belongs to another organization or environment.'],
  405: ['Method Not Allowed', 'The path exists, the method does not; `Allow` lists those that do.'],
  409: ['Conflict', 'The request contradicts what is stored.'],
  410: ['Gone', 'The response of the first request with this `Idempotency-Key` was deleted.'],
  412: ['Precondition Failed', 'The record has changed since the `ETag` in `If-Match`.'],
  413: ['Payload Too Large', 'The body is larger than the operation accepts.'],
  415: ['Unsupported Media Type', 'The body is not JSON, or not declared as JSON.'],
  429: ['Too Many Requests', 'Wait for the seconds in `Retry-After`.'],
  500: ['Internal Server Error', 'The service failed. Quote the `requestId`.'],
  503: ['Service Unavailable', 'Nothing was stored; send the request again.'],
};

/** The body of every refusal, from the functions and from the gateway alike. */
export const errorSchema = object(['error', 'message', 'code', 'requestId'], {
  error: { type: 'string', description: 'The reason phrase of the status.' },
  message: { type: 'string', description: 'What is wrong and what is right, for people.' },
  code: { enum: Object.values(errorCodes).flat(), description: 'Stable, for programs.' },
  requestId: { type: 'string', description: 'Finds the request in the logs; also the header `x-amz-apigw-id`.' },
  docs: {
    type: 'string',
    description: 'A link to this reference. Absent if API Gateway itself replied.',
  },
  details: {
    type: 'array',
    description: 'Every fault, not only the first.',
    items: record({
      field: { type: 'string', description: 'A path, `fields[2].options`, or the ID of a form’s field.' },
      rule: { type: 'string' },
      message: { type: 'string' },
    }),
  },
});

/**
 * Returns the components of each status: `Error404`, and `ErrorPage404` for pages. A 405 is the answer of a path, which
 * the document has no place for.
 */
export function errorResponses(contracts: Contracts): Record<string, object> {
  const used = new Set(Object.values(contracts).flatMap(contract => Object.values(refusalsOf(contract)).map(nameOf)));
  const { 405: _, ...ofOperations } = errorCodes;
  const components = Object.entries(ofOperations).flatMap(([status, codes]) => {
    const [error, description] = meanings[Number(status) as ErrorStatus];
    const schema = {
      allOf: [
        { $ref: '#/components/schemas/Error' },
        { type: 'object', properties: { code: { type: 'string', enum: codes } }, additionalProperties: true },
      ],
    };
    const example = {
      error,
      message: description,
      code: codes[0],
      requestId: 'JKJaXmPLvHcESHA=',
    };
    const json = { 'application/json': { schema, example } };
    const html = {
      'text/html': { schema: { type: 'string' }, example: `<!doctype html>\n<title>${error}</title>…` },
    };
    return [
      [`Error${status}`, { description, content: json }],
      // What the gateway refuses by itself is JSON even there.
      [`ErrorPage${status}`, { description, content: { ...html, ...json } }],
    ] as const;
  });
  return Object.fromEntries(components.filter(([name]) => used.has(name)));
}

const nameOf = ({ $ref }: { readonly $ref: string }): string => $ref.split('/').at(-1) ?? '';

/** The refusals that an operation can answer with, as its contract has it. */
export function refusalsOf(contract: Contract): Record<string, { readonly $ref: string }> {
  const {
    auth,
    params,
    query,
    headers,
    body,
    etag,
    method,
    conflicts = false,
    checksPassword = false,
    transport,
  } = contract;
  const hasIdempotencyKey = Boolean(headers?.properties && 'idempotency-key' in headers.properties);
  const possible: Readonly<Record<Exclude<ErrorStatus, 405>, boolean>> = {
    400: Boolean(query || headers || body || transport?.takesForms),
    401: auth.length > 0 || checksPassword,
    403: auth.length > 0,
    // A session can name an organization that is not its user's.
    404: Boolean(params) || auth.includes('session'),
    409: conflicts || hasIdempotencyKey,
    410: hasIdempotencyKey,
    412: Boolean(etag) && method === 'PUT',
    413: Boolean(body || transport?.takesForms),
    415: Boolean(body || transport?.takesForms),
    429: true,
    500: true,
    503: true,
  };
  const statuses = Object.entries(possible).flatMap(([status, can]) => (can ? [status] : []));
  return Object.fromEntries(
    statuses.map(status => [
      status,
      { $ref: `#/components/responses/Error${contract.transport?.page ? 'Page' : ''}${status}` },
    ]),
  );
}
