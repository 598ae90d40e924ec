import { request as httpRequest, type IncomingHttpHeaders, type RequestOptions } from 'node:http';
import { join } from 'node:path';
import { deflateSync, gunzipSync, gzipSync, inflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { FunctionHost } from '../../../local/functions/functions.ts';
import { startGateway } from '../../../local/gateway/gateway.ts';
import type { ServedRequest } from '../../../local/gateway/served-api.ts';
import type { LocalServer } from '../../../local/http-server.ts';
import { type Assembly, readAssembly } from '../../../local/template/assembly.ts';
import { eventually } from '../../support/eventually.ts';
import { api, proxyTo, Recording, removeDirectory, temporaryDirectory, writeAssembly } from '../fixture-assembly.ts';

let directory: string;
let host: FunctionHost;
let gateway: LocalServer;
let recording: Recording;
const answers: ServedRequest[] = [];

const echo = `exports.handler = async event => ({
  statusCode: 200, body: JSON.stringify(event),
  headers: { 'X-One': 'single', 'Set-Cookie': 'c=3', Date: 'never' },
  multiValueHeaders: { 'Set-Cookie': ['a=1', 'b=2'] },
});`;
/** Returns what the body of the request says, evaluated. */
const reply = 'exports.handler = async event => eval(event.body);';
const stream = `
const { appendFileSync } = require('node:fs');
const { Readable } = require('node:stream');
const { pipeline } = require('node:stream/promises');
async function* csv({ lines, fault, wait }) {
  for (let line = 0; line < Number(lines ?? 1); line += 1) {
    if (fault === 'within' && line === 10) throw new Error('within');
    if (wait) await new Promise(done => setTimeout(done, Number(wait)));
    yield line + ',' + 'x'.repeat(100) + '\\n';
  }
}
exports.handler = awslambda.streamifyResponse(async (event, output) => {
  const query = event.queryStringParameters ?? {};
  if (query.fault === 'before') throw new Error('before');
  if (query.fault === 'prelude') return output.end('no metadata' + '\\0'.repeat(8));
  const response = awslambda.HttpResponseStream.from(output, { statusCode: 203, headers: { 'Content-Type': 'text/csv' } });
  response.write('');
  await pipeline(Readable.from(csv(query)), response).catch(error => {
    appendFileSync(process.env.RECORDING, JSON.stringify(error.name) + '\\n');
    throw error;
  });
});`;

const mock = (statusCode: number, response: object) => ({
  'x-amazon-apigateway-integration': {
    type: 'mock',
    requestTemplates: { 'application/json': JSON.stringify({ statusCode }) },
    responses: { default: { statusCode: String(statusCode), ...response } },
  },
});
const paths = {
  '/things': {
    get: proxyTo('Echo'),
    post: proxyTo('Echo'),
    options: mock(204, { responseParameters: { 'method.response.header.Access-Control-Allow-Origin': "'*'" } }),
  },
  '/things/{id}': { get: proxyTo('Echo') },
  '/things/special': { get: proxyTo('Reply') },
  '/things/{id}/parts/{part}': { get: proxyTo('Echo') },
  '/files/{path+}': { 'x-amazon-apigateway-any-method': proxyTo('Echo') },
  '/reply': { post: proxyTo('Reply') },
  '/reply-in-time': { post: proxyTo('Reply', { timeoutInMillis: 2000 }) },
  '/limited': { get: proxyTo('Echo') },
  '/stream': { get: proxyTo('Stream', { streamed: true }) },
  '/gone': {
    'x-amazon-apigateway-any-method': mock(410, {
      responseTemplates: { 'application/json': '{"id":"$context.requestId"}' },
    }),
  },
};
const gatewayResponses = {
  MISSING_AUTHENTICATION_TOKEN: {
    statusCode: 404,
    responseParameters: {
      'gatewayresponse.header.Access-Control-Allow-Origin': "'*'",
      'gatewayresponse.header.X-Origin': 'method.request.header.Origin',
    },
    responseTemplates: { 'application/json': '{"error":"Not Found","requestId":"$context.requestId"}' },
  },
  DEFAULT_5XX: {
    responseTemplates: {
      'application/json': '{"error":$context.error.messageString,"type":"$context.error.responseType"}',
    },
  },
};
const throttling = {
  MethodSettings: [
    { HttpMethod: 'GET', ResourcePath: '/~1limited', ThrottlingRateLimit: 0.001, ThrottlingBurstLimit: 2 },
  ],
};

beforeAll(async () => {
  directory = temporaryDirectory();
  recording = new Recording(directory);
  const extensions = { 'x-amazon-apigateway-gateway-responses': gatewayResponses };
  const Stage = {
    Type: 'AWS::ApiGateway::Stage',
    Properties: { RestApiId: { Ref: 'Api' }, StageName: 'test', ...throttling },
  };
  const RECORDING = recording.file;
  const assembly: Assembly = readAssembly(
    writeAssembly(
      directory,
      { ...api(paths, extensions), Stage },
      {
        Echo: { source: echo },
        Reply: { source: reply },
        Stream: { source: stream, properties: { Timeout: 20, Environment: { Variables: { RECORDING } } } },
      },
    ),
  );
  if (!assembly.api) throw new Error('The fixture has no API');
  host = new FunctionHost({ functions: assembly.functions, environment: {}, logFile: join(directory, 'log') });
  gateway = await startGateway({
    api: assembly.api,
    functions: host,
    port: 0,
    onAnswered: answer => answers.push(answer),
  });
});
afterAll(async () => {
  await gateway.close();
  await host.close();
  removeDirectory(directory);
});

const call = (path: string, init?: RequestInit) => fetch(gateway.endpoint + path, init);
const eventOf = async (path: string, init?: RequestInit) =>
  (await (await call(path, init)).json()) as Record<string, unknown>;

/** `fetch` would send a Host of its own. */
const withHost = (Host: string) =>
  new Promise<{ status?: number; body: string }>((resolve, reject) => {
    const sent = httpRequest(`${gateway.endpoint}/things`, { headers: { Host } }, async response => {
      resolve({ status: response.statusCode, body: (await response.setEncoding('utf8').toArray()).join('') });
    });
    sent.on('error', reject).end();
  });

describe('the event of a REST API', () => {
  it('keeps path and path parameters percent-encoded', async () => {
    expect(await eventOf('/things/a%20b%2Fc/parts/%E2%98%95')).toMatchObject({
      resource: '/things/{id}/parts/{part}',
      path: '/things/a%20b%2Fc/parts/%E2%98%95',
      pathParameters: { id: 'a%20b%2Fc', part: '%E2%98%95' },
      requestContext: {
        path: '/test/things/a%20b%2Fc/parts/%E2%98%95',
        resourcePath: '/things/{id}/parts/{part}',
        stage: 'test',
      },
    });
  });

  it('decodes query values and gives all and the last of each', async () => {
    expect(await eventOf('/things?q=Hello%20World&tag=C%23+one&tag=.NET%20Core&empty&bad=%zz')).toMatchObject({
      queryStringParameters: { q: 'Hello World', tag: '.NET Core', empty: '', bad: '%zz' },
      multiValueQueryStringParameters: { tag: ['C# one', '.NET Core'] },
    });
  });

  it.each([
    ['formline.localhost', 'formline.localhost'],
    ['formline.localhost:3000', 'formline.localhost'],
    ['[::1]:3000', '[::1]'],
  ])('has the domain of the host %s', async (Host, domainName) => {
    expect(JSON.parse((await withHost(Host)).body)).toMatchObject({ requestContext: { domainName } });
  });

  it.each(['127.0.0.1:3000@evil.example', '127.0.0.1:3000/evil', '127.0.0.1:', ':3000', 'a b', 'a,b'])(
    'is never made of a Host that is none: %j',
    async Host => expect(await withHost(Host)).toMatchObject({ status: 400 }),
  );

  it('has null where there is nothing', async () => {
    expect(await eventOf('/things')).toMatchObject({
      queryStringParameters: null,
      multiValueQueryStringParameters: null,
      pathParameters: null,
      stageVariables: null,
      body: null,
      isBase64Encoded: false,
    });
  });

  it('has the request id that the caller chose, and an extended one of its own', async () => {
    const response = await call('/things', { headers: { 'X-Amzn-RequestId': 'chosen', 'X-Amz-Apigw-Id': 'chosen' } });
    expect(response.headers.get('x-amzn-requestid')).toBe('chosen');
    const extendedRequestId = response.headers.get('x-amz-apigw-id');
    expect(extendedRequestId).toMatch(/^[\w-]{15}=$/);
    expect(await response.json()).toMatchObject({ requestContext: { requestId: 'chosen', extendedRequestId } });
  });

  it('keeps the case of header names and leaves out those of the connection', async () => {
    const event = await eventOf('/things', {
      method: 'POST',
      body: '{"ä":1}',
      headers: { 'X-CuStom': 'v', 'Content-Type': 'application/json' },
    });
    const { headers, multiValueHeaders } = event as { headers: Record<string, string>; multiValueHeaders: object };
    expect(headers).toMatchObject({ 'X-CuStom': 'v', 'X-Forwarded-For': '127.0.0.1', 'X-Forwarded-Proto': 'http' });
    expect(headers['X-Amzn-Trace-Id']).toMatch(/^Root=1-[0-9a-f]{8}-[0-9a-f]{24}$/);
    expect(Object.keys(headers).map(name => name.toLowerCase())).not.toContain('content-length');
    expect(multiValueHeaders).toMatchObject({ 'X-CuStom': ['v'] });
    expect(event).toMatchObject({ body: '{"ä":1}', isBase64Encoded: false });
  });
});

it('has the calls of a function belong to the trace that the caller names', async () => {
  const trace = 'Root=1-67891233-abcdef012345678912345678';
  const body = '({ statusCode: 200, body: process.env._X_AMZN_TRACE_ID })';
  const traced = (header: string) =>
    call('/reply', { method: 'POST', body, headers: { 'X-Amzn-Trace-Id': header } }).then(answer => answer.text());
  const text = await traced(`Self=1;${trace};Lineage=chosen:9`);
  expect(text.startsWith(`${trace};Parent=`)).toBe(true);
  expect(text).not.toContain('chosen');
  expect(await traced('')).not.toContain(trace);
});

/** As it comes: `fetch` would decode it. */
function raw(path: string, options: RequestOptions, body: string | Buffer) {
  return new Promise<{ status?: number; headers: IncomingHttpHeaders; body: Buffer }>((resolve, reject) => {
    const request = httpRequest(`${gateway.endpoint}${path}`, options, response => {
      const chunks: Buffer[] = [];
      response.on('data', chunk => chunks.push(chunk));
      const { statusCode: status, headers } = response;
      response.on('end', () => resolve({ status, headers, body: Buffer.concat(chunks) }));
    });
    request.on('error', reject).end(body);
  });
}

describe('routes', () => {
  it.each([
    ['/files/a/b/c', '/files/{path+}'],
    ['/things/', '/things'],
  ])('%s leads to %s', async (path, resource) => {
    expect(await eventOf(path)).toMatchObject({ resource });
  });

  it('lead to a literal path before one with a parameter', async () => {
    // The function behind it has no body to evaluate: its failure shows that it was chosen.
    expect((await call('/things/special', { method: 'GET' })).status).toBe(502);
  });

  it.each([
    ['GET', '/nowhere'],
    ['DELETE', '/things'],
  ])('%s %s gets the gateway response that the API defines', async (method, path) => {
    const response = await call(path, { method, headers: { Origin: 'https://a.example' } });
    expect(response.status).toBe(404);
    expect(response.headers.get('x-amzn-errortype')).toBe('MissingAuthenticationTokenException');
    expect(response.headers.get('x-origin')).toBe('https://a.example');
    expect(await response.json()).toEqual({ error: 'Not Found', requestId: response.headers.get('x-amzn-requestid') });
  });

  it('a mock integration answers by itself', async () => {
    const preflight = await call('/things', { method: 'OPTIONS' });
    expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([204, '*']);
    const gone = await call('/gone', { method: 'PATCH' });
    expect([gone.status, await gone.json()]).toEqual([410, { id: gone.headers.get('x-amzn-requestid') }]);
  });

  it('a mock integration without a template for the content type fails, as the real one does', async () => {
    const response = await call('/gone', { method: 'POST', body: 'x', headers: { 'Content-Type': 'text/plain' } });
    expect(response.status).toBe(500);
  });

  it('what goes over the limit of its method is throttled', async () => {
    const statuses: number[] = [];
    for (let count = 0; count < 3; count += 1) statuses.push((await call('/limited')).status);
    expect(statuses).toEqual([200, 200, 429]);
  });
});

describe('answers of a function', () => {
  it('join single and multiple values, and keep the gateway its own headers', async () => {
    const { headers } = await call('/things');
    expect(headers.getSetCookie()).toEqual(['a=1', 'b=2', 'c=3']);
    expect(headers.get('x-amzn-remapped-date')).toBe('never');
    expect(headers.get('content-type')).toBe('application/json');
  });

  it.each([
    ['a throw', `(() => { throw new Error('x') })()`],
    ['a crash', 'process.exit(1)'],
    ['nothing', 'null'],
    ['no status', '({ body: "x" })'],
    ['a body that is not text', '({ statusCode: 200, body: { a: 1 } })'],
    ['headers that are not values', '({ statusCode: 200, headers: { a: { b: 1 } } })'],
    ['headers that HTTP does not allow', `({ statusCode: 200, headers: { a: 'line\\nbreak' } })`],
    ['more than 6 MB', `({ statusCode: 200, body: 'x'.repeat(7e6) })`],
  ])('%s becomes 502 with the body of the gateway', async (_, body) => {
    const response = await call('/reply', { method: 'POST', body });
    expect([response.status, await response.json()]).toEqual([
      502,
      { error: 'Internal server error', type: 'INTEGRATION_FAILURE' },
    ]);
  });

  it('that take longer than the integration may become 504', async () => {
    const response = await call('/reply-in-time', { method: 'POST', body: 'new Promise(() => {})' });
    expect([response.status, await response.json()]).toMatchObject([504, { type: 'INTEGRATION_TIMEOUT' }]);
  });

  it.each([
    ['6 MB, the limit of a function', 6.5e6],
    ['10 MB, the limit of the gateway', 11e6],
  ])('a request of more than %s gets 413', async (_, bytes) => {
    const response = await call('/things', { method: 'POST', body: 'x'.repeat(bytes) });
    expect(response.status).toBe(413);
  });
});

describe('codings', () => {
  const long = 'a line of text\n'.repeat(200);
  const answerWith = (headers: Record<string, string>, answer: object) =>
    raw('/reply', { method: 'POST', headers }, JSON.stringify(answer).replace(/.*/s, '($&)'));

  it.each([
    ['gzip', gunzipSync],
    ['br, deflate;q=0.5, gzip;q=0', inflateSync],
  ])('of an answer are those that the request accepts: %s', async (accepted, decode) => {
    const reply = await answerWith({ 'accept-encoding': accepted }, { statusCode: 200, body: long });
    expect(accepted).toContain(String(reply.headers['content-encoding']));
    expect(reply.headers['content-length']).toBe(String(reply.body.length));
    expect(decode(reply.body).toString()).toBe(long);
  });

  it.each([
    ['is not asked for', {}, {}],
    ['is asked for in no coding of the gateway', { 'accept-encoding': '*, br' }, {}],
    ['was done by the function', { 'accept-encoding': 'gzip' }, { headers: { 'content-encoding': 'none' } }],
  ])('are left where compression %s', async (_, headers, more) => {
    const reply = await answerWith(headers, { statusCode: 200, body: long, ...more });
    expect(reply.body.toString()).toBe(long);
  });

  it('are left where the answer is smaller than the API compresses', async () => {
    const reply = await answerWith({ 'accept-encoding': 'gzip' }, { statusCode: 200, body: 'x'.repeat(1023) });
    expect(reply.headers['content-encoding']).toBeUndefined();
  });

  it.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
  ])('of a request are undone before the function sees it: %s', async (coding, encode) => {
    const body = encode('({ statusCode: 200, body: "decoded" })');
    const reply = await raw('/reply', { method: 'POST', headers: { 'content-encoding': coding } }, body);
    expect(reply.body.toString()).toBe('decoded');
  });

  it.each([
    ['an unknown coding', 'br', 'x', 415],
    ['what is not of its coding', 'gzip', 'x', 415],
    ['what becomes more than 10 MB', 'gzip', gzipSync(Buffer.alloc(11e6)), 413],
  ])('refuse %s', async (_, coding, body, status) => {
    const reply = await raw('/reply', { method: 'POST', headers: { 'content-encoding': coding } }, body);
    expect(reply.status).toBe(status);
  });
});

describe('streamed answers', () => {
  it('carry status, headers and every byte', async () => {
    const response = await call('/stream?lines=50000');
    expect([response.status, response.headers.get('content-type')]).toEqual([203, 'text/csv']);
    const lines = (await response.text()).split('\n');
    expect(lines).toHaveLength(50_001);
    expect(lines.slice(0, -1).every((line, index) => line.startsWith(`${index},`))).toBe(true);
  });

  it.each(['before', 'prelude'])('that fail %s the body become 502', async fault => {
    expect((await call(`/stream?fault=${fault}`)).status).toBe(502);
  });

  it('that fail within the body are cut, so that nobody takes them for whole', async () => {
    const whole = call('/stream?lines=20&fault=within').then(response => response.text());
    await expect(whole).rejects.toThrow();
  });

  it('end when the client goes', async () => {
    const before = recording.read().length;
    await new Promise<void>(resolve => {
      const request = httpRequest(`${gateway.endpoint}/stream?lines=100000&wait=1`, response => {
        response.once('data', () => resolve(void request.destroy()));
      });
      request.on('error', () => {}).end();
    });
    const recorded = await recording.until<string>(all => all.length > before);
    expect(recorded.at(-1)).toBe('Runtime.TruncatedResponse');
  });
});

describe('what is told of an answer', () => {
  const endingOf = (path: string) => answers.find(answer => answer.path === path)?.ending;

  it('is whether all of it was sent, it was cut off or its client left', async () => {
    await call('/nowhere/whole');
    await expect(call('/stream/?lines=20&fault=within').then(response => response.text())).rejects.toThrow();
    const gone = new AbortController();
    const left = call('/reply/', { method: 'POST', body: 'new Promise(() => {})', signal: gone.signal });
    setTimeout(() => gone.abort(), 100);
    await expect(left).rejects.toThrow();
    await eventually(async () => {
      const endings = ['/nowhere/whole', '/stream/', '/reply/'].map(endingOf);
      expect(endings).toEqual(['whole', 'cut off', 'client left']);
    });
  });
});
