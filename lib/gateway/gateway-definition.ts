import type { Contract, Contracts } from '../../shared/contracts/contract.ts';
import { methodsTaken, preflightHeaders } from '../../shared/contracts/routing.ts';
import { asParameters, type Headers, onEveryAnswer } from './cors.ts';
import { errorTemplate, gatewayResponses } from './gateway-responses.ts';

/** What the definition must know of the deployed functions. */
export type Integrations = {
  /** The address under which API Gateway calls the function of an operation. */
  readonly uriOf: (operation: string, contract: Contract) => string;
  /** The role in which it calls. */
  readonly invokeRoleArn: string;
};

const streamedMillisMax = 900_000;

/**
 * The REST API as API Gateway imports it: OpenAPI 3.0.1, paths and integrations only. What the operations take and
 * answer stands in the published OpenAPI 3.1 document, made from the same contracts.
 */
export function gatewayDefinition(title: string, contracts: Contracts, integrations: Integrations): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const [operation, contract] of Object.entries(contracts)) {
    const item = paths[contract.path] ?? {};
    const method = contract.method.toLowerCase();
    if (item[method]) throw new Error(`Two contracts are ${contract.method} ${contract.path}; one is ${operation}`);
    const proxied = proxyMethod(operation, contract, integrations);
    paths[contract.path] = { ...item, [method]: proxied, ...(contract.head && { head: headOf(proxied) }) };
  }
  refuseAmbiguousParameters(Object.keys(paths));
  for (const [path, item] of Object.entries(paths)) {
    const methods = [...Object.keys(item).map(method => method.toUpperCase()), 'OPTIONS'];
    item.options = mockMethod(path, 204, preflightHeaders(methods));
    item['x-amazon-apigateway-any-method'] = methodNotAllowed(path, methods);
  }
  return {
    openapi: '3.0.1',
    info: { title, version: '1' },
    paths,
    // What is none of these is text for API Gateway, and files would not survive that.
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
      ...(contract.streamed && { responseTransferMode: 'STREAM', timeoutInMillis: streamedMillisMax }),
    },
  };
}

/** A method that the gateway answers by itself, always in the same way. */
function mockMethod(path: string, status: number, headers: Headers, body?: string): object {
  const template = JSON.stringify({ statusCode: status });
  // A mock reads its status from the request template of the request's content type; others would fall through.
  const contentTypes = ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain'];
  return {
    parameters: pathParameters(path),
    responses: {
      [status]: {
        description: body ? 'The path has no such method' : 'What a page of another origin may send',
        headers: Object.fromEntries(Object.keys(headers).map(name => [name, { schema: { type: 'string' } }])),
      },
    },
    'x-amazon-apigateway-integration': {
      type: 'mock',
      // A template reads text only, whatever the request brings.
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

function pathParameters(path: string): object[] {
  return [...path.matchAll(/\{(\w+)\+?\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
}

/** API Gateway has one resource for a path segment, so `/forms/{id}` and `/forms/{formId}/analytics` exclude each other. */
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
