import type { Contract, Contracts } from '../../shared/contracts/contract.ts';
import { methodsTaken, nearMiss, nearMisses, preflightHeaders } from '../../shared/contracts/routing.ts';
import { asParameters, type Headers, onEveryAnswer } from './cors.ts';
import { errorTemplate, gatewayResponses } from './gateway-responses.ts';

/** The facts about the deployed functions that the definition needs. */
export type Integrations = {
  /** Returns the URI by which API Gateway calls the function of an operation. */
  readonly uriOf: (operation: string, contract: Contract) => string;
  /** The role that API Gateway assumes for the call. */
  readonly invokeRoleArn: string;
};

const streamedMillisMax = 900_000;

/**
 * Returns the REST API as API Gateway imports it: OpenAPI 3.0.1, paths and integrations only. The published OpenAPI 3.1
 * document, generated from the same contracts, describes what the operations take and answer.
 */
export function gatewayDefinition(title: string, contracts: Contracts, integrations: Integrations): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const [operation, contract] of Object.entries(contracts)) {
    const item = paths[contract.path] ?? {};
    const method = contract.method.toLowerCase();
    if (item[method]) throw new Error(`Two contracts are ${contract.method} ${contract.path}; one is ${operation}`);
    const proxied = proxyMethod(operation, contract, integrations);
    paths[contract.path] = { ...item, [method]: proxied, ...(contract.transport?.head && { head: headOf(proxied) }) };
  }
  const missed = Object.entries(nearMisses).filter(([path]) => !paths[path]);
  refuseAmbiguousParameters([...Object.keys(paths), ...missed.map(([path]) => path)]);
  for (const [path, item] of Object.entries(paths)) {
    const methods = [...Object.keys(item).map(method => method.toUpperCase()), 'OPTIONS'];
    item.options = mockMethod(path, 204, preflightHeaders(methods));
    item['x-amazon-apigateway-any-method'] = methodNotAllowed(path, methods);
  }
  for (const [path, right] of missed)
    paths[path] = { 'x-amazon-apigateway-any-method': notFound(path, nearMiss(right)) };
  return {
    openapi: '3.0.1',
    info: { title, version: '1' },
    paths,
    // API Gateway treats all other types as text, which would corrupt files.
    'x-amazon-apigateway-binary-media-types': ['multipart/form-data'],
    'x-amazon-apigateway-gateway-responses': gatewayResponses(),
  };
}

const headOf = (get: ProxyMethod): ProxyMethod => ({ ...get, operationId: `${get.operationId}Head` });

type ProxyMethod = { readonly operationId: string } & Readonly<Record<string, unknown>>;

function proxyMethod(operation: string, contract: Contract, { uriOf, invokeRoleArn }: Integrations): ProxyMethod {
  return {
    operationId: operation,
    parameters: pathParameters(contract.path),
    responses: { [contract.status]: { description: contract.summary } },
    'x-amazon-apigateway-integration': {
      type: 'aws_proxy',
      httpMethod: 'POST',
      uri: uriOf(operation, contract),
      credentials: invokeRoleArn,
      passthroughBehavior: 'when_no_match',
      ...streaming(contract),
    },
  };
}

const streaming = ({ transport }: Contract): object =>
  transport?.streamed
    ? { responseTransferMode: 'STREAM', ...(transport.streamed === true && { timeoutInMillis: streamedMillisMax }) }
    : {};

/** Returns a method that the gateway always answers by itself in the same way. */
function mockMethod(path: string, status: number, headers: Headers, body?: string): object {
  const template = JSON.stringify({ statusCode: status });
  // A mock reads its status from the request template of the request's content type. Other types would fall through.
  const contentTypes = ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain'];
  return {
    parameters: pathParameters(path),
    responses: {
      [status]: {
        description: body ? 'There is no such operation' : 'What a page of another origin may send',
        headers: Object.fromEntries(Object.keys(headers).map(name => [name, { schema: { type: 'string' } }])),
      },
    },
    'x-amazon-apigateway-integration': {
      type: 'mock',
      // A template reads only text, whatever the request contains.
      contentHandling: 'CONVERT_TO_TEXT',
      passthroughBehavior: 'never',
      requestTemplates: Object.fromEntries(contentTypes.map(contentType => [contentType, template])),
      responses: {
        default: {
          statusCode: String(status),
          responseParameters: asParameters('method.response.header.', headers),
          ...(body && { responseTemplates: { 'application/json': body } }),
        },
      },
    },
  };
}

function methodNotAllowed(path: string, methods: readonly string[]): object {
  const allowed = methods.join(', ');
  const body = errorTemplate({ status: 405, code: 'method_not_allowed', message: methodsTaken(allowed) });
  return mockMethod(path, 405, { ...onEveryAnswer, Allow: allowed }, body);
}

function notFound(path: string, message: string): object {
  return mockMethod(path, 404, onEveryAnswer, errorTemplate({ status: 404, code: 'not_found', message }));
}

function pathParameters(path: string): object[] {
  return [...path.matchAll(/\{(\w+)\+?\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
}

/**
 * Throws if two paths name the same segment differently, such as `/forms/{id}` and `/forms/{formId}/analytics`: API
 * Gateway has one resource for a path segment.
 */
function refuseAmbiguousParameters(paths: readonly string[]): void {
  const parameters = new Map<string, string>();
  for (const path of paths) {
    for (const match of path.matchAll(/\{\w+\+?\}/g)) {
      const [parameter] = match;
      const before = path.slice(0, match.index);
      const known = parameters.get(before) ?? parameter;
      if (known !== parameter) throw new Error(`${path}: after ${before} the parameter is called ${known} elsewhere`);
      parameters.set(before, parameter);
    }
  }
}
