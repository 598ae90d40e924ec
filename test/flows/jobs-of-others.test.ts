import { beforeAll, describe, expect, it } from '@jest/globals';
import { type Client, clientOf } from '../support/cloud/client.ts';
import type { Json } from '../support/cloud/http.ts';
import { type Service, serviceFor, startedService } from '../support/cloud/service.ts';
import { eventually } from '../support/eventually.ts';
import { newForm, submit } from '../support/records/forms.ts';
import { expectRefusal } from '../support/refusals.ts';

const service = startedService();
const secret = service.client('secretKey');

type Actor = { readonly ask: Client; readonly refusal: readonly [status: number, code: string] };

let form: Json;
let made: Readonly<Record<'export' | 'request', Json>>;
let others: Service;
let elsewhere: Client;

beforeAll(async () => {
  const fields = [
    { id: 'name', type: 'text' },
    { id: 'email', type: 'email' },
    { id: 'diagnosis', type: 'text' },
  ];
  form = await newForm(secret, { fields, fieldPolicies: { diagnosis: 'encrypted' } });
  await submit(secret, form.id, { name: 'Ada', email: 'ada@example.com', diagnosis: 'measles' });
  others = serviceFor(service, await service.newOrganization());
  elsewhere = others.client('secretKey');
  const { body: exported } = await secret('createExport', { body: { format: 'csv', formId: form.id } });
  const { body: request } = await secret('exportDataSubject', { body: { email: 'ada@example.com' } });
  made = { export: exported, request };
  await Promise.all([doneWith('getExport', exported.id), doneWith('getDataSubjectRequest', request.id)]);
});

/** Waits until a job is done, without the waits between its steps. */
async function doneWith(operation: 'getExport' | 'getDataSubjectRequest', id: string): Promise<void> {
  await eventually(async () => {
    await service.hasten('EXPORT#', 'SUBJECT#');
    expect((await secret(operation, { params: { id } })).body.state).toBe('done');
  });
}

describe('the job of another', () => {
  const about = {
    getExport: 'export',
    listExportFiles: 'export',
    deleteExport: 'export',
    getDataSubjectRequest: 'request',
    listDataSubjectFiles: 'request',
  } as const;

  const actors: readonly (readonly [string, Actor])[] = [
    ['another organization', { ask: (...call) => elsewhere(...call), refusal: [404, 'not_found'] }],
    ['another environment', { ask: service.client('secretKey', 'staging'), refusal: [404, 'not_found'] }],
    ['a member elsewhere', { ask: service.session('none'), refusal: [403, 'insufficient_permission'] }],
    ['a page', { ask: service.client('publishableKey'), refusal: [403, 'insufficient_permission'] }],
    ['a stranger', { ask: service.client(), refusal: [401, 'invalid_api_key'] }],
  ];

  it.each(actors)('is neither read nor ended by %s', async (_, { ask, refusal: [status, code] }) => {
    for (const [operation, which] of Object.entries(about) as [keyof typeof about, keyof typeof made][]) {
      const reply = await ask(operation, { params: { id: made[which].id } });
      expect({ operation, status: reply.status, code: reply.body.code }).toEqual({ operation, status, code });
      expect(reply.text).not.toContain('ada@');
    }
    expect((await secret('getExport', { params: { id: made.export.id } })).body.state).toBe('done');
  });

  it('is not started by another: neither for a form, nor for the people of an environment', async () => {
    const body = { format: 'csv', formId: form.id };
    expectRefusal(await elsewhere('createExport', { body }), 404, 'not_found');
    expectRefusal(await service.client('secretKey', 'staging')('createExport', { body }), 404, 'not_found');
    for (const operation of ['exportDataSubject', 'eraseDataSubject'] as const) {
      const email = { email: 'ada@example.com' };
      expectRefusal(await service.session('editor')(operation, { body: email }), 403, 'insufficient_permission');
      expect((await elsewhere(operation, { body: email })).status).toBe(202);
    }
    await others.hasten('SUBJECT#');
    const { items } = (await secret('listResponses', { query: { form_id: form.id } })).body;
    expect(items).toMatchObject([{ answers: { name: 'Ada' } }]);
  });
});

describe('a job of somebody who is no longer there', () => {
  it('shows its files to nobody who could not read them in a list, and to them not at all', async () => {
    const admin = await service.newUser({ role: 'admin' });
    const token = await service.newSession(admin);
    const { id: organizationId } = service.credentials().organization;
    const ask = clientOf(() => ({
      baseUrl: service.credentials().baseUrl,
      headers: { authorization: `Bearer ${token}`, 'x-organization-id': organizationId },
    }));
    const { body: exported } = await ask('createExport', { body: { format: 'csv', formId: form.id } });
    const params = { params: { orgId: organizationId, userId: admin.id } };
    const owner = service.session('owner');
    expect((await owner('updateMemberRole', { ...params, body: { role: 'viewer' } })).status).toBe(200);
    await doneWith('getExport', exported.id);

    const files = async (by: Client) => (await by('listExportFiles', { params: { id: exported.id } })).body.items;
    expect(await files(ask)).toMatchObject([{ url: null, withheld: expect.any(String) }]);
    expect(await files(secret)).toMatchObject([{ url: expect.stringMatching(/^http/) }]);

    expect((await owner('removeMember', params)).status).toBe(204);
    expectRefusal(await ask('listExportFiles', { params: { id: exported.id } }), 404, 'not_found');
  });
});
