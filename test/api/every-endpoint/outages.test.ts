import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { proxyEvent } from '../../../bench/invoke.ts';
import { bundleNameOf } from '../../../bench/service.ts';
import { type LocalServer, serve } from '../../../local/http-server.ts';
import { prepareAssembly } from '../../../local/prepare.ts';
import { readAssembly } from '../../../local/template/assembly.ts';
import { newApiKey } from '../../../shared/domain/accounts/api-key.ts';
import { callOfUnknown } from '../../support/cloud/calls/valid-calls.ts';
import type { Json } from '../../support/cloud/http.ts';
import { inAll } from '../../support/share.ts';
import { those } from './contracts.ts';

/** They look up the key first. The thorough test makes each call of every operation fail. */
const takingKeys = those(
  ({ auth, credentialOptional, transport }) =>
    !credentialOptional && !transport?.streamed && auth.includes('secretKey'),
);

const directory = mkdtempSync(join(tmpdir(), 'outages-'));
const answering = (status: number, type: string): Promise<LocalServer> =>
  serve(
    (_, response) => response.writeHead(status).end(JSON.stringify({ __type: type })),
    0,
    () => {},
  );
let servers: readonly LocalServer[] = [];
beforeAll(async () => {
  servers = await Promise.all([answering(500, 'InternalServerError'), answering(400, 'ThrottlingException')]);
});
afterAll(async () => {
  await Promise.all(servers.map(server => server.close()));
  rmSync(directory, { recursive: true });
});

/** Has the bundles of the operations handle a request in a process of their own; gives what they log and answer. */
async function linesWith(endpoint: string): Promise<Json[]> {
  const { functions } = readAssembly(await prepareAssembly());
  const headers = { authorization: `Bearer ${newApiKey('secret', 'production')}` };
  const calls = takingKeys.map(([operation]) => {
    const bundle = operation.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`);
    const code = functions.find(resource => bundleNameOf(resource) === bundle)?.codeDir ?? bundle;
    const { params, query, body, headers: own } = callOfUnknown(operation);
    const strings = query && Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)]));
    const event = proxyEvent({ pathParameters: params, query: strings, headers: { ...own, ...headers }, body });
    return { operation, code: join(code, 'index.cjs'), event };
  });
  const file = join(directory, `${randomUUID()}.cjs`);
  writeFileSync(
    file,
    `const calls = ${JSON.stringify(calls)};
    const loaded = calls.map(({ code, ...call }) => ({ ...call, handler: require(code).handler }));
    // Some wait for their next attempts at once. A resolver may drop questions that come at once.
    const handleAll = async () => {
      for (let call = loaded.pop(); call; call = loaded.pop()) {
        const { statusCode, headers } = await call.handler(call.event, {});
        console.log(JSON.stringify({ answered: call.operation, statusCode, retryAfter: headers['retry-after'] }));
      }
    };
    for (let lane = 0; lane < ${endpoint.startsWith('http://127') ? 8 : 1}; lane++) handleAll();`,
  );
  const credentials = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret', AWS_REGION: 'eu-central-1' };
  const env = {
    ...credentials,
    AWS_ENDPOINT_URL_DYNAMODB: endpoint,
    TABLE_NAME: 'table',
    REQUEST_PATIENCE_MS: '15000',
    NODE_COMPILE_CACHE: join(directory, 'compile-cache'),
  };
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [file], { env, maxBuffer: 2 ** 26 });
  return (stdout + stderr)
    .trim()
    .split('\n')
    .map(line => JSON.parse(line));
}

const outages: [string, RegExp, () => string][] = [
  ['fails', /^InternalServerError$/, () => servers[0]?.endpoint ?? ''],
  ['refuses the rate of calls', /^ThrottlingException$/, () => servers[1]?.endpoint ?? ''],
  ['refuses connections', /^ECONNREFUSED$/, () => 'http://127.0.0.1:1'],
  ['has a name that does not resolve', /^(ENOTFOUND|EAI_AGAIN|TimeoutError)$/, () => 'http://dynamodb.invalid'],
];

// They wait more than they compute.
it.concurrent.each(inAll ? outages : outages.slice(0, 2))(
  'while the database %s, every operation says when to try again, and logs what failed',
  async (_, reason, endpoint) => {
    const lines = await linesWith(endpoint());
    const outcomes = takingKeys.map(([name, { method, path }]) => {
      const { statusCode, retryAfter } = lines.find(({ answered }) => answered === name) ?? {};
      const operation = `${method} ${path}`;
      const { level, table, reason } =
        lines.find(line => line.message === 'unavailable' && line.operation === operation) ?? {};
      return { name, statusCode, retryAfter, level, table, reason };
    });
    const [retryAfter, matching] = [expect.stringMatching(/^[123]$/), expect.stringMatching(reason)];
    expect(outcomes).toEqual(
      takingKeys.map(([name]) => ({
        name,
        statusCode: 503,
        retryAfter,
        level: 'WARN',
        table: 'table',
        reason: matching,
      })),
    );
  },
);
