import { STATUS_CODES } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import { gatewayDefinition } from '../../lib/gateway/gateway-definition.ts';
import type { Contract, Contracts } from '../../shared/contracts/contract.ts';
import { errorCodes } from '../../shared/contracts/error-codes.ts';

const contract = (method: Contract['method'], path: string): Contract => ({
  method,
  path,
  summary: 'Do something',
  auth: ['secretKey'],
  grants: ['table:read'],
  status: 200,
});

const integrations = { uriOf: (operation: string) => `uri of ${operation}`, invokeRoleArn: 'the role' };
const definitionOf = (contracts: Contracts) =>
  JSON.parse(JSON.stringify(gatewayDefinition('formline-dev', contracts, integrations)));

const things = definitionOf({
  getThing: contract('GET', '/things/{id}'),
  updateThing: contract('PUT', '/things/{id}'),
  listThings: { ...contract('GET', '/things'), transport: { streamed: true } },
  getHome: { ...contract('GET', '/'), transport: { head: true } },
  getPage: contract('GET', '/pages/{path+}'),
});

const integrationOf = (path: string, method: string) => things.paths[path][method]['x-amazon-apigateway-integration'];

describe('the definition of the gateway', () => {
  it('calls the function of each operation in the one role', () => {
    expect(integrationOf('/things/{id}', 'put')).toMatchObject({
      type: 'aws_proxy',
      httpMethod: 'POST',
      uri: 'uri of updateThing',
      credentials: 'the role',
    });
  });

  it('streams the answers of streamed operations for up to fifteen minutes, and no others', () => {
    expect(integrationOf('/things', 'get')).toMatchObject({ responseTransferMode: 'STREAM', timeoutInMillis: 900_000 });
    expect(integrationOf('/things/{id}', 'get')).not.toHaveProperty('responseTransferMode');
  });

  it('hands HEAD to the function of GET where the contract takes it, and nowhere else', () => {
    expect(integrationOf('/', 'head')).toEqual(integrationOf('/', 'get'));
    expect(things.paths['/'].head.operationId).toBe('getHomeHead');
    expect(Object.keys(things.paths['/things'])).not.toContain('head');
    const { default: answer } = integrationOf('/', 'x-amazon-apigateway-any-method').responses;
    expect(answer.responseParameters['method.response.header.Allow']).toBe("'GET, HEAD, OPTIONS'");
  });

  it('names the parameter of all that follows as API Gateway does, without the plus', () => {
    for (const method of ['get', 'options', 'x-amazon-apigateway-any-method']) {
      expect(things.paths['/pages/{path+}'][method].parameters).toMatchObject([{ name: 'path', in: 'path' }]);
    }
  });

  it('answers a preflight by itself, with the methods of the path', () => {
    const { type, responses } = integrationOf('/things/{id}', 'options');
    expect(type).toBe('mock');
    expect(responses.default.statusCode).toBe('204');
    expect(responses.default.responseParameters).toMatchObject({
      'method.response.header.Access-Control-Allow-Origin': "'*'",
      'method.response.header.Access-Control-Allow-Methods': "'GET, PUT, OPTIONS'",
      'method.response.header.Access-Control-Allow-Headers': expect.stringMatching(/authorization.*x-publishable-key/),
    });
  });

  it('answers 405 with Allow, in the error shape, when the path lacks the method', () => {
    const { default: answer } = integrationOf('/things/{id}', 'x-amazon-apigateway-any-method').responses;
    expect(answer.statusCode).toBe('405');
    expect(answer.responseParameters['method.response.header.Allow']).toBe("'GET, PUT, OPTIONS'");
    expect(JSON.parse(answer.responseTemplates['application/json'])).toEqual({
      error: 'Method Not Allowed',
      message: 'This path takes GET, PUT, OPTIONS.',
      code: 'method_not_allowed',
      requestId: '$context.extendedRequestId',
    });
  });

  it('declares every header that it answers with, which API Gateway demands', () => {
    for (const method of ['options', 'x-amazon-apigateway-any-method']) {
      const { responses } = things.paths['/things/{id}'][method];
      const [declared] = Object.values<{ headers: object }>(responses);
      const mapped = Object.keys(integrationOf('/things/{id}', method).responses.default.responseParameters);
      expect(mapped).toEqual(Object.keys(declared?.headers ?? {}).map(name => `method.response.header.${name}`));
    }
  });

  it('refuses two contracts of one method and path', () => {
    const twice = { one: contract('GET', '/things'), two: contract('GET', '/things') };
    expect(() => definitionOf(twice)).toThrow('Two contracts are GET /things; one is two');
  });

  it('refuses two names for one parameter, which API Gateway could not route', () => {
    const ambiguous = { one: contract('GET', '/things/{id}'), two: contract('GET', '/things/{thingId}/parts') };
    expect(() => definitionOf(ambiguous)).toThrow('after /things/ the parameter is called {id} elsewhere');
  });
});

// https://docs.aws.amazon.com/apigateway/latest/developerguide/supported-gateway-response-types.html
const gatewayResponseTypes = [
  'ACCESS_DENIED',
  'API_CONFIGURATION_ERROR',
  'AUTHORIZER_CONFIGURATION_ERROR',
  'AUTHORIZER_FAILURE',
  'BAD_REQUEST_BODY',
  'BAD_REQUEST_PARAMETERS',
  'DEFAULT_4XX',
  'DEFAULT_5XX',
  'EXPIRED_TOKEN',
  'INTEGRATION_FAILURE',
  'INTEGRATION_TIMEOUT',
  'INVALID_API_KEY',
  'INVALID_SIGNATURE',
  'MISSING_AUTHENTICATION_TOKEN',
  'QUOTA_EXCEEDED',
  'REQUEST_TOO_LARGE',
  'RESOURCE_NOT_FOUND',
  'THROTTLED',
  'UNAUTHORIZED',
  'UNSUPPORTED_MEDIA_TYPE',
  'WAF_FILTERED',
];

const hardened = {
  'gatewayresponse.header.strict-transport-security': "'max-age=31536000'",
  'gatewayresponse.header.content-security-policy': "'default-src 'none'; frame-ancestors 'none''",
  'gatewayresponse.header.referrer-policy': "'no-referrer'",
  'gatewayresponse.header.x-content-type-options': "'nosniff'",
};

describe('the gateway’s own answers', () => {
  const responses = things['x-amazon-apigateway-gateway-responses'];

  it('cover everything that API Gateway can say', () => {
    expect(Object.keys(responses).sort()).toEqual(gatewayResponseTypes);
  });

  it.each(gatewayResponseTypes)('have the contract’s error shape, readable by any origin: %s', type => {
    const { statusCode, responseParameters, responseTemplates } = responses[type];
    const body = JSON.parse(responseTemplates['application/json']);
    expect(Object.keys(body)).toEqual(['error', 'message', 'code', 'requestId']);
    expect(body.error).toBe(STATUS_CODES[statusCode]);
    expect(errorCodes).toHaveProperty([statusCode], expect.arrayContaining([body.code]));
    expect(responseParameters['gatewayresponse.header.Access-Control-Allow-Origin']).toBe("'*'");
    expect(responseParameters).toMatchObject(hardened);
  });

  it.each([
    ['MISSING_AUTHENTICATION_TOKEN', '404', 'not_found'],
    ['INVALID_SIGNATURE', '404', 'not_found'],
    ['REQUEST_TOO_LARGE', '413', 'payload_too_large'],
    ['UNSUPPORTED_MEDIA_TYPE', '415', 'unsupported_media_type'],
    ['THROTTLED', '429', 'rate_limited'],
    ['INTEGRATION_TIMEOUT', '503', 'unavailable'],
    ['DEFAULT_5XX', '500', 'internal_error'],
  ])('say what it is: %s is %s %s', (type, status, code) => {
    expect(responses[type].statusCode).toBe(status);
    expect(JSON.parse(responses[type].responseTemplates['application/json']).code).toBe(code);
  });

  it.each(['THROTTLED', 'QUOTA_EXCEEDED', 'INTEGRATION_FAILURE', 'API_CONFIGURATION_ERROR'])(
    'say when to come again: %s',
    type => {
      expect(responses[type].responseParameters['gatewayresponse.header.Retry-After']).toMatch(/^'\d+'$/);
    },
  );
});
