import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { FunctionHost } from '../../../local/functions/functions.ts';
import { startGateway } from '../../../local/gateway/gateway.ts';
import type { ServedRequest } from '../../../local/gateway/served-api.ts';
import type { LocalServer } from '../../../local/http-server.ts';
import { readAssembly } from '../../../local/template/assembly.ts';
import { eventually } from '../../support/eventually.ts';
import { itInAll } from '../../support/in-all.ts';
import {
  api,
  proxyTo,
  removeDirectory,
  type TemplateResource,
  temporaryDirectory,
  writeAssembly,
} from '../fixture-assembly.ts';

const echo = `exports.handler = async event => {
  if (event.path.endsWith('/fails')) throw new Error('on purpose');
  if (event.path.endsWith('/waits')) await new Promise(done => setTimeout(done, 2000));
  return event.path.endsWith('/malformed') ? 'text' : { statusCode: 200, body: JSON.stringify(event) };
};`;

const part = (kind: string, Properties: object): TemplateResource => ({
  Type: `AWS::ApiGatewayV2::${kind}`,
  Properties: { ApiId: { Ref: 'Http' }, ...Properties },
});
const Target = { 'Fn::Join': ['', ['integrations/', { Ref: 'Integration' }]] };
const parts: Record<string, TemplateResource> = {
  Http: { Type: 'AWS::ApiGatewayV2::Api', Properties: { Name: 'http', ProtocolType: 'HTTP' } },
  Integration: part('Integration', {
    IntegrationType: 'AWS_PROXY',
    IntegrationUri: { 'Fn::GetAtt': ['Echo', 'Arn'] },
    PayloadFormatVersion: '1.0',
    CredentialsArn: 'arn:aws:iam::000000000000:role/invoke',
    TimeoutInMillis: 1000,
  }),
  Route: part('Route', { RouteKey: 'POST /things/{id}', Target }),
  Stage: part('Stage', {
    StageName: 'v1',
    AutoDeploy: true,
    AccessLogSettings: {
      DestinationArn: 'arn:aws:logs:eu-central-1:000000000000:log-group:Access',
      Format: '$context.routeKey $context.status $context.path $context.integrationStatus',
    },
  }),
};
const rest = api({ '/v1/things/{id}': { post: proxyTo('Echo') }, '/other': { get: proxyTo('Echo') } });

let directory: string;
const read = (changed: Record<string, TemplateResource | undefined> = {}) => {
  const given = Object.entries({ ...rest, ...parts, ...changed }).flatMap(([id, value]) =>
    value ? [[id, value]] : [],
  );
  return readAssembly(writeAssembly(directory, Object.fromEntries(given), { Echo: { source: echo } }));
};
/** A part with other properties. */
const other = (name: string, properties: object): Record<string, TemplateResource> => ({
  [name]: { Type: parts[name]?.Type ?? '', Properties: { ...parts[name]?.Properties, ...properties } },
});

let host: FunctionHost;
let gateway: LocalServer;
const answers: ServedRequest[] = [];

beforeAll(async () => {
  directory = temporaryDirectory();
  const { api: restApi, httpApi, functions } = read();
  if (!restApi) throw new Error('The fixture has no API');
  host = new FunctionHost({ functions, environment: {}, logFile: join(directory, 'log') });
  gateway = await startGateway({
    ...{ api: restApi, httpApi, functions: host, port: 0 },
    onAnswered: answer => answers.push(answer),
  });
  // On a busy machine, a cold start takes longer than the integration may.
  await eventually(async () => expect((await call('/v1/things/1')).status).toBe(200));
  answers.length = 0;
});
afterAll(async () => {
  await gateway.close();
  await host.close();
  removeDirectory(directory);
});

const call = (path: string, init: RequestInit = { method: 'POST' }) => fetch(gateway.endpoint + path, init);
const eventOf = async (path: string, init?: RequestInit) =>
  (await (await call(path, init)).json()) as Record<string, unknown>;

describe('the event of an HTTP API', () => {
  it('is of the version 1.0, its route without the path that is mapped, and its parameters decoded', async () => {
    const response = await call('/v1/things/a%20b?x=1&x=2', { method: 'POST', headers: { 'X-Twice': 'a' } });
    const id = response.headers.get('apigw-requestid');
    expect(await response.json()).toMatchObject({
      version: '1.0',
      resource: '/things/{id}',
      path: '/v1/things/a%20b',
      httpMethod: 'POST',
      headers: { 'x-twice': 'a', host: expect.stringMatching(/^127/), 'x-forwarded-for': '127.0.0.1' },
      multiValueHeaders: { 'x-twice': ['a'] },
      queryStringParameters: { x: '2' },
      multiValueQueryStringParameters: { x: ['1', '2'] },
      pathParameters: { id: 'a b' },
      body: null,
      requestContext: {
        ...{ extendedRequestId: id, requestId: id, stage: 'v1', resourceId: 'POST /things/{id}' },
        ...{ domainName: '127.0.0.1', identity: { sourceIp: '127.0.0.1' }, path: '/v1/things/a%20b' },
      },
    });
  });

  it.each([
    ['application/json; charset=utf-8', false],
    ['text/csv', false],
    ['application/vnd.api+json', true],
    ['application/x-www-form-urlencoded', true],
    ['', true],
  ])('has a body of the type "%s" in base64: %s', async (type, isBase64Encoded) => {
    const body = Buffer.from('{"name":"☕"}');
    const event = await eventOf('/v1/things/1', { method: 'POST', body, headers: { 'content-type': type } });
    expect(event).toMatchObject({ isBase64Encoded, body: body.toString(isBase64Encoded ? 'base64' : 'utf8') });
  });
});

describe('an HTTP API', () => {
  it.each([
    ['/v1/things/1', 'PUT', 404, 'Not Found'],
    ['/v1/things/1/', 'POST', 404, 'Not Found'],
    ['/v1', 'GET', 404, 'Not Found'],
    ['/v1/things/fails', 'POST', 500, 'Internal Server Error'],
    ['/v1/things/malformed', 'POST', 500, 'Internal Server Error'],
    ['/v1/things/waits', 'POST', 503, 'Service Unavailable'],
  ])('answers by itself in its own words, without CORS: %s %s', async (path, method, status, message) => {
    const response = await call(path, { method });
    expect({ status: response.status, body: await response.json() }).toEqual({ status, body: { message } });
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
  });

  itInAll('takes no body of more than ten megabytes, and nothing beyond its rate', async () => {
    const large = await call('/v1/things/1', { method: 'POST', body: 'x'.repeat(10 * 1024 * 1024 + 1) });
    expect([large.status, await large.json()]).toEqual([413, { message: 'Request Entity Too Large' }]);
    const throttle = { DefaultRouteSettings: { ThrottlingRateLimit: 0.001, ThrottlingBurstLimit: 1 } };
    const { api: restApi, httpApi } = read(other('Stage', throttle));
    if (!restApi) throw new Error('The fixture has no API');
    const limited = await startGateway({ api: restApi, httpApi, functions: host, port: 0 });
    const post = () => fetch(`${limited.endpoint}/v1/things/1`, { method: 'POST' });
    const [first, second] = [await post(), await post()];
    expect([first.status, second.status]).toEqual([200, 429]);
    expect(await second.json()).toEqual({ message: 'Too Many Requests' });
    await limited.close();
  });

  it('compresses no answer, and undoes no coding of a request', async () => {
    const headers = { 'accept-encoding': 'gzip', 'content-encoding': 'gzip', 'content-type': 'text/plain' };
    const response = await call('/v1/things/1', { method: 'POST', headers, body: 'x'.repeat(5000) });
    expect(response.headers.get('content-encoding')).toBeNull();
    expect(await response.json()).toMatchObject({ headers, body: 'x'.repeat(5000) });
  });

  it('writes a line of its own format, and is told apart in what is measured', async () => {
    await call('/v1/things/7');
    await call('/other', {});
    const ofBoth = await eventually(async () => {
      const told = answers.filter(({ path }) => ['/v1/things/7', '/other'].includes(path));
      expect(told).toHaveLength(2);
      return told;
    });
    expect(ofBoth.map(({ byHttpApi, accessLogLine }) => [byHttpApi, accessLogLine])).toEqual([
      [true, 'POST /things/{id} 200 /v1/things/7 -'],
      [false, undefined],
    ]);
  });

  it('leaves all other paths to the REST API', async () => {
    expect(await eventOf('/other', { method: 'GET' })).not.toHaveProperty('version');
    expect((await call('/v10/things/1')).status).toBe(403);
  });
});

const domain = (SecurityPolicy: string): Record<string, TemplateResource> => ({
  Domain: { Type: 'AWS::ApiGateway::DomainName', Properties: { DomainName: 'a.example', SecurityPolicy } },
  Mapping: part('ApiMapping', { DomainName: { Ref: 'Domain' }, Stage: 'v1', ApiMappingKey: 'v2' }),
});

describe('of the template', () => {
  it.each([
    ['a domain that no HTTP API can have', domain('SecurityPolicy_TLS13_1_2_2021_06'), 'the security policy'],
    ['events of another version', other('Integration', { PayloadFormatVersion: '2.0' }), 'version 2.0'],
    ['an integration that may not call', other('Integration', { CredentialsArn: undefined }), 'CredentialsArn'],
    ['a wait beyond half a minute', other('Integration', { TimeoutInMillis: 30_001 }), 'TimeoutInMillis'],
    ['a stage that nothing is deployed to', other('Stage', { AutoDeploy: false }), 'nothing is deployed'],
    ['no stage', { Stage: undefined }, 'without a stage'],
    ['no address', other('Http', { DisableExecuteApiEndpoint: true }), 'no address'],
    ['CORS of its own', other('Http', { CorsConfiguration: { AllowOrigins: ['*'] } }), 'CorsConfiguration'],
    ['a route to nowhere', other('Route', { Target: 'integrations/none' }), 'the target integrations/none'],
    [
      'a variable that only a REST API has',
      other('Stage', { AccessLogSettings: { DestinationArn: 'log', Format: '$context.resourcePath' } }),
      '$context.resourcePath in Format',
    ],
  ])('%s is refused', (_, changed, message) => {
    expect(() => read(changed)).toThrow(message);
  });

  it('the mapping says which paths lead to it, or else the name of the stage does', () => {
    expect(read(domain('TLS_1_2')).httpApi?.basePath).toBe('v2');
    expect(read().httpApi?.basePath).toBe('v1');
  });
});
