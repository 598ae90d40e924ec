import { execFile } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { compiled } from '../support/compiled.ts';
import { itInAll } from '../support/in-all.ts';

type Stage = { variables: Record<string, string> };

/** The parts of two stages, and what the control planes of AWS have been told of them. */
let rest: Stage;
let http: Stage;
let mappings: Record<string, string>;
let rules: Record<string, { ScheduleExpression?: string; State: string }>;
let order: string[];

const xml = (operation: string, result: string) =>
  `<${operation}Response><${operation}Result>${result}</${operation}Result></${operation}Response>`;
const member = (fields: Record<string, string>) =>
  `<member>${Object.entries(fields)
    .map(([name, value]) => `<${name}>${value}</${name}>`)
    .join('')}</member>`;

const resources: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  'Formline-blue-Api': [
    ['AWS::ApiGateway::RestApi', 'rest1'],
    ['AWS::ApiGatewayV2::Api', 'http1'],
  ],
  'Formline-blue-Delivery': [
    ['AWS::Lambda::EventSourceMapping', 'uuid-1'],
    ['AWS::Lambda::EventSourceMapping', 'uuid-2'],
    ['AWS::Events::Rule', 'every-minute'],
    ['AWS::Events::Rule', 'mails-came-back'],
  ],
  'Formline-blue-green-Delivery': [['AWS::Lambda::EventSourceMapping', 'of-another-stage']],
};

function cloudFormation(query: URLSearchParams): string {
  if (query.get('Action') === 'DescribeStacks') {
    const stacks = Object.keys(resources).map(StackName => {
      const stage = StackName.replace(/^Formline-(.*)-\w+$/, '$1');
      const Tags = member({ Key: 'formline:stage', Value: stage });
      return member({ StackName, StackStatus: 'CREATE_COMPLETE', CreationTime: '2026-01-01T00:00:00Z', Tags });
    });
    return xml('DescribeStacks', `<Stacks>${stacks.join('')}</Stacks>`);
  }
  const summaries = (resources[query.get('StackName') ?? ''] ?? []).map(([ResourceType, PhysicalResourceId]) =>
    member({ LogicalResourceId: 'X', ResourceType, PhysicalResourceId, ResourceStatus: 'CREATE_COMPLETE' }),
  );
  return xml('ListStackResources', `<StackResourceSummaries>${summaries.join('')}</StackResourceSummaries>`);
}

function events(operation: string, { Name = '' }: { Name?: string }): object {
  const rule = rules[Name] ?? { State: '' };
  if (operation === 'DescribeRule') return rule;
  rule.State = operation === 'DisableRule' ? 'DISABLED' : 'ENABLED';
  order.push(operation);
  return {};
}

function stageOfRest(body: string): object {
  for (const { path, value } of JSON.parse(body).patchOperations) rest.variables[path.split('/')[2]] = value;
  order.push('callers');
  return {};
}

function stageOfHttp(method: string, body: string): object {
  if (method === 'PATCH') http.variables = JSON.parse(body).stageVariables;
  return { stageVariables: http.variables };
}

function mapping(method: string, uuid: string, body: string): object {
  if (method === 'PUT') {
    mappings[uuid] = JSON.parse(body).Enabled ? 'Enabled' : 'Disabled';
    order.push(uuid);
  }
  return { UUID: uuid, State: mappings[uuid] };
}

function answer(method: string, path: string, target: string, body: string): string | object {
  const [, operation] = /^AWSEvents\.(\w+)$/.exec(target) ?? [];
  if (operation) return events(operation, JSON.parse(body));
  if (path === '/restapis/rest1/stages/blue') return stageOfRest(body);
  if (path === '/v2/apis/http1/stages/v1') return stageOfHttp(method, body);
  const [, uuid] = /event-source-mappings\/([\w-]+)/.exec(path) ?? [];
  return uuid ? mapping(method, uuid, body) : cloudFormation(new URLSearchParams(body));
}

let server: Server;
beforeAll(async () => {
  server = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request;
    const given = answer(method, url, String(headers['x-amz-target'] ?? ''), await text(request));
    expect(headers.authorization).toMatch(/^AWS4-HMAC-SHA256 Credential=id\//);
    response.end(typeof given === 'string' ? given : JSON.stringify(given));
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  rest = { variables: { viewerSecrets: 'a,b' } };
  http = { variables: { viewerSecrets: 'a,b' } };
  mappings = { 'uuid-1': 'Enabled', 'uuid-2': 'Enabled', 'of-another-stage': 'Enabled' };
  rules = {
    'every-minute': { ScheduleExpression: 'rate(1 minute)', State: 'ENABLED' },
    'mails-came-back': { State: 'ENABLED' },
  };
  order = [];
});

function run(command: 'pause' | 'resume', ...args: readonly string[]): Promise<string> {
  const env = {
    HOME: '/nonexistent',
    AWS_REGION: 'eu-central-1',
    AWS_ACCESS_KEY_ID: 'id',
    AWS_SECRET_ACCESS_KEY: 'secret',
    AWS_ENDPOINT_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ...compiled,
  };
  const script = join(import.meta.dirname, `../../bin/${command}.ts`);
  return new Promise(resolve =>
    execFile(process.execPath, [script, ...args], { env }, (_, stdout, stderr) => resolve(stdout + stderr)),
  );
}

const since = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);

it('pauses both APIs and the workers of the stage, and of no other', async () => {
  expect(await run('pause', '--stage', 'blue', '--wait', '0')).toContain('nothing writes to the table of blue');
  expect(rest.variables).toEqual({ viewerSecrets: 'a,b', paused: since });
  expect(http.variables).toEqual({ viewerSecrets: 'a,b', paused: since });
  expect(mappings).toEqual({ 'uuid-1': 'Disabled', 'uuid-2': 'Disabled', 'of-another-stage': 'Enabled' });
  expect(rules['every-minute']?.State).toBe('DISABLED');
  expect(rules['mails-came-back']?.State).toBe('ENABLED');
  expect(await run('resume', '--stage', 'blue')).toContain('continues');
  expect([rest.variables.paused, http.variables.paused]).toEqual(['no', 'no']);
  expect(mappings['uuid-1']).toBe('Enabled');
  expect(rules['every-minute']?.State).toBe('ENABLED');
  expect(order).toEqual(['callers', 'DisableRule', 'uuid-1', 'uuid-2', 'EnableRule', 'uuid-1', 'uuid-2', 'callers']);
});

itInAll('stops callers alone where it is told so, and says when there is no such stage', async () => {
  expect(await run('pause', '--stage', 'blue', '--wait', '0', '--callers')).toContain('Workers continue');
  expect(rest.variables.paused).toEqual(since);
  expect(mappings['uuid-1']).toBe('Enabled');
  expect(await run('pause', '--stage', 'red', '--wait', '0')).toMatch(/^Stage red is not deployed/);
  expect(await run('pause', '--stage', 'red', '--wait', 'long')).toMatch(/^--wait is "long"/);
});
