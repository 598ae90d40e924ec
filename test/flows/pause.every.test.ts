import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Credentials } from '../../local/bootstrap.ts';
import type { Cloud } from '../../local/cloud.ts';
import type { Contract } from '../../shared/contracts/contract.ts';
import { api } from '../../shared/contracts/index.ts';
import { notPaused, pausedVariable } from '../../shared/domain/traffic/pause.ts';
import { type Client, clientOf } from '../support/cloud/client.ts';
import { send } from '../support/cloud/http.ts';
import { type OwnCloud, startOwnCloud } from '../support/cloud/own-cloud.ts';
import { keyHeader } from '../support/cloud/service.ts';
import { eventually } from '../support/eventually.ts';
import { newForm, submit } from '../support/records/forms.ts';
import { expectRefusal } from '../support/refusals.ts';

// With the HTTP API, which takes submissions beside the REST API: nothing is shared with other tests while the stage is paused.
let own: OwnCloud;
let cloud: Cloud;
let credentials: Credentials;
let owner: Client;

beforeAll(async () => {
  own = await startOwnCloud({ settings: { SUBMIT_API: 'http' } });
  ({ cloud, credentials } = own);
  const headers = keyHeader('secretKey', credentials.environments.production.secretKey);
  owner = clientOf(() => ({ baseUrl: cloud.baseUrl, headers }));
}, 600_000);
afterAll(async () => {
  await own?.close();
});

const pause = () => cloud.setStageVariable(pausedVariable, new Date().toISOString());
const resume = () => cloud.setStageVariable(pausedVariable, notPaused);

const unknown = 'form_01KAJ5TR8M3Q4XV0Z6N1B7C9DE';
const pathOf = ({ path }: Contract) => path.replace(/\{\w+\+?\}/g, unknown);
const operations = Object.entries<Contract>(api);
const writing = operations.filter(([, { grants }]) => grants.includes('table:write'));
const reading = operations.filter(([, { grants }]) => !grants.includes('table:write'));

const call = (contract: Contract) =>
  send(cloud.baseUrl, {
    method: contract.method,
    path: pathOf(contract),
    headers: {
      ...keyHeader('secretKey', credentials.environments.production.secretKey),
      'content-type': 'application/json',
      accept: 'application/json',
    },
    ...(contract.method !== 'GET' && { body: '{}' }),
  });

describe('a stage that is paused', () => {
  it('has operations that write, all but reading ones among those with a body', () => {
    expect(writing.length).toBeGreaterThan(60);
    // A signed image is stored nowhere but in a bucket, for a day.
    const reads = reading.filter(([, { method }]) => method !== 'GET').map(([name]) => name);
    expect(reads).toEqual(['signImage']);
  });

  it('answers each operation that writes with 503 and Retry-After, and no other', async () => {
    pause();
    try {
      for (const [operation, contract] of operations) {
        const { status, headers, body } = await call(contract);
        const told = [operation, status === 503, headers['retry-after'], /is paused/.test(body?.message ?? '')];
        const writes = contract.grants.includes('table:write');
        expect(told).toEqual([operation, writes, writes ? '60' : undefined, writes]);
      }
    } finally {
      resume();
    }
  });

  it('says so to a browser that submits, which then may send again; nothing is stored, and reading goes on', async () => {
    const origin = 'https://www.example.com';
    const { id } = await newForm(owner, { allowedOrigins: [origin] });
    const path = `/v1/forms/${id}/submissions`;
    const key = keyHeader('publishableKey', credentials.environments.production.publishableKey);
    const headers = { ...key, origin, 'content-type': 'application/json' };
    const submission = { method: 'POST', path, headers, body: '{"name": "Ada", "email": "ada@example.com"}' };
    pause();
    const refused = await send(cloud.baseUrl, submission);
    expectRefusal(refused, 503, 'unavailable');
    expect(refused.headers['access-control-allow-origin']).toBe('*');
    expect(refused.headers['access-control-expose-headers']).toContain('retry-after');
    expect((await owner('listResponses', { query: { form_id: id } })).body.total).toBe(0);
    resume();
    expect((await send(cloud.baseUrl, submission)).status).toBe(201);
    await eventually(async () => expect((await owner('listResponses', { query: { form_id: id } })).body.total).toBe(1));
  });
});

it('has workers that stop, and go on where they were', async () => {
  const { id } = await newForm(owner);
  const counted = async () => (await owner('getFormAnalytics', { params: { id } })).body.totals.submissions;
  await submit(owner, id, { name: 'Ada' });
  await eventually(async () => expect(await counted()).toBe(1));
  await cloud.stopWorkers();
  await submit(owner, id, { name: 'Grace' });
  await cloud.startWorkers();
  await eventually(async () => expect(await counted()).toBe(2));
});
