import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { submit } from '../../client/src/index.ts';
import type { Target } from './target.ts';

const project = join(import.meta.dirname, '../..');

/** Belongs to the package of n8n/. */
const library = 'n8n-workflow';

type Json = Record<string, unknown>;
type Request = { readonly method: string; readonly url: string; readonly body?: Json };

/** Unpacks the package where n8n would, and loads what its package.json names. */
function installedNode(folder: string) {
  const built = join(folder, 'built');
  execFileSync(process.execPath, [join(project, 'bin/build-packages.ts'), 'n8n', '--to', built], { stdio: 'pipe' });
  const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder];
  const packed = JSON.parse(execFileSync('npm', args, { cwd: join(built, 'n8n'), encoding: 'utf8', stdio: 'pipe' }));
  const place = join(folder, 'n8n-nodes-formline');
  mkdirSync(place);
  execFileSync('tar', ['-xzf', join(folder, [packed].flat()[0].filename), '-C', place, '--strip-components=1']);
  symlinkSync(join(project, 'n8n/node_modules'), join(place, 'node_modules'));
  const require = createRequire(join(place, 'package.json'));
  const { n8n } = require('./package.json');
  const { FormlineTrigger } = require(`./${n8n.nodes[0]}`);
  const { FormlineApi } = require(`./${n8n.credentials[0]}`);
  require.resolve(`./dist/nodes/${new FormlineTrigger().description.icon.replace('file:', '')}`);
  return { node: new FormlineTrigger(), credentials: new FormlineApi(), workflow: require(library) };
}

/** The functions that n8n gives to a node, with the credentials and the parameters of a user. */
function contextOf({ baseUrl, secretKey }: Target, parameters: Json, webhookUrl: string) {
  const stored: Json = {};
  return {
    stored,
    getCredentials: async () => ({ baseUrl, secretKey }),
    getWorkflowStaticData: () => stored,
    getNodeWebhookUrl: () => webhookUrl,
    getNodeParameter: (name: string) => parameters[name],
    helpers: {
      async httpRequestWithAuthentication(name: string, { method, url, body }: Request) {
        assert.equal(name, 'formlineApi');
        const headers = { authorization: `Bearer ${secretKey}`, 'content-type': 'application/json' };
        const response = await fetch(url, { method, headers, ...(body && { body: JSON.stringify(body) }) });
        const text = await response.text();
        if (!response.ok) throw Object.assign(new Error(text), { httpCode: String(response.status) });
        return text === '' ? undefined : JSON.parse(text);
      },
    },
  };
}

export async function n8n(target: Target): Promise<string> {
  const { node, credentials, workflow } = installedNode(target.folder);
  const { formline, formId, secretKey } = target;
  const { description, webhookMethods, methods } = node;
  const { default: hooks } = webhookMethods;
  const [header] = Object.values<string>(credentials.authenticate.properties.headers);
  assert.equal(header?.replace('=', '').replace('{{$credentials.secretKey}}', secretKey), `Bearer ${secretKey}`);
  const chosen = { formId, events: ['response.created', 'response.updated'] };
  const parameters = workflow.NodeHelpers.getNodeParameters(
    ...[description.properties, chosen, true, false, null, description],
  );
  assert.deepEqual(parameters, { ...chosen, includeAnswers: true });

  const items: Json[] = [];
  const server = createServer(async (request, response) => {
    const rawBody = await buffer(request);
    const result = await node.webhook.call({
      ...context,
      getRequestObject: () => ({ headers: request.headers, rawBody }),
      getResponseObject: () => ({
        status: (code: number) => ({ end: () => response.writeHead(code).end() }),
      }),
    });
    if (result.noWebhookResponse) return;
    items.push(...result.workflowData[0].map(({ json }: { json: Json }) => json));
    response.end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhook`;
  const context = contextOf(target, parameters, url);
  try {
    const options = await methods.loadOptions.getForms.call(context);
    assert.deepEqual(options, [
      { name: 'All Forms', value: '' },
      { name: 'Contact', value: formId },
    ]);
    assert.equal(await hooks.checkExists.call(context), false);
    assert.equal(await hooks.create.call(context), true);
    assert.equal(await hooks.checkExists.call(context), true);
    const { id } = await submit(formline, formId, { name: 'Ada' });
    for (let tries = 0; items.length === 0 && tries < 150; tries++) await pause(200);
    const [item] = items;
    assert.deepEqual(
      { ...item, deliveryId: undefined, timestamp: undefined },
      {
        ...{ deliveryId: undefined, timestamp: undefined, event: 'response.created', formId, responseId: id },
        ...{ status: 'completed', answers: { name: 'Ada' } },
      },
    );
    assert.match(String(item?.deliveryId), /^dlv_/);
    const forged = { 'x-service-timestamp': String(Math.floor(Date.now() / 1000)), 'x-service-signature': 'v1=00' };
    assert.equal((await fetch(url, { method: 'POST', headers: forged, body: '{}' })).status, 401);
    const { webhookId } = context.stored;
    assert.equal(await hooks.delete.call(context), true);
    assert.deepEqual(context.stored, {});
    assert.equal((await formline.call('listWebhooks')).items.length, 0);
    // A webhook that somebody else has deleted is subscribed to again, and its deletion is no failure.
    Object.assign(context.stored, { webhookId });
    assert.equal(await hooks.checkExists.call(context), false);
    assert.equal(await hooks.delete.call(context), true);
  } finally {
    server.close();
  }
  return 'packed, loaded, subscribed, an event with answers received, a forged one refused, unsubscribed';
}
