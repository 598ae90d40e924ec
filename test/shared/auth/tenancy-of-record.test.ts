import { beforeAll, describe, expect, it } from '@jest/globals';
import { authenticate } from '../../../shared/auth/authenticate.ts';
import type { Contract } from '../../../shared/contracts/contract.ts';
import { getForm } from '../../../shared/contracts/forms/forms.ts';
import { getIntegration } from '../../../shared/contracts/receivers/integrations.ts';
import { getWebhook } from '../../../shared/contracts/receivers/webhooks.ts';
import { exportDataSubject, getDataSubjectRequest } from '../../../shared/contracts/responses/data-subjects.ts';
import { createExport, getExport } from '../../../shared/contracts/responses/exports.ts';
import { getResponse, listResponses } from '../../../shared/contracts/responses/responses.ts';
import { getFile } from '../../../shared/contracts/responses/uploads.ts';
import type { Caller } from '../../../shared/domain/accounts/caller.ts';
import { newFileId, newId, newWebhookId } from '../../../shared/ids.ts';
import { startRequest } from '../../../shared/jobs/data-subjects/start-request.ts';
import { startExport } from '../../../shared/jobs/exports/start-export.ts';
import { environmentsOf } from '../../../shared/store/accounts/environments.ts';
import { bootstrapOrganization } from '../../../shared/store/accounts/organizations.ts';
import { startSession } from '../../../shared/store/accounts/sessions.ts';
import { userByEmail } from '../../../shared/store/accounts/users.ts';
import { storedForm, storedIntegration, storedWebhook, submit } from '../../support/records/records.ts';
import { useKms } from '../../support/table/kms.ts';
import { useTable } from '../../support/table/table.ts';

useTable();
useKms();

let token: string;
let production: Caller;
let staging: Caller;
/** In the staging environment of an organization whose owners are others. */
let foreign: Caller;

beforeAll(async () => {
  const email = `${newId('user')}@example.com`;
  [production, staging] = await callersIn(await organizationOf(email));
  [, foreign] = await callersIn(await organizationOf(`${newId('user')}@example.com`));
  const user = await userByEmail(email);
  const begun = user && (await startSession(user, {}));
  if (!begun) throw new Error('The session is not stored');
  token = begun.token;
});

async function organizationOf(email: string): Promise<string> {
  const created = await bootstrapOrganization('Example', { email, passwordHash: 'hash' });
  if (!created) throw new Error('The organization is not stored');
  return created.organization.id;
}

/** Callers in the production and the staging environment of an organization. */
async function callersIn(organizationId: string): Promise<[Caller, Caller]> {
  const environments = await environmentsOf(organizationId);
  const callerIn = (environment: Caller['environment']): Caller => {
    const environmentId = environments.find(({ name }) => name === environment)?.id ?? '';
    return { kind: 'secretKey', id: 'key_1', organizationId, environmentId, environment };
  };
  return [callerIn('production'), callerIn('staging')];
}

type Sent = { params?: Record<string, string>; query?: Record<string, string>; body?: object | string };

/** Returns where a request of the owner's session acts. */
async function placeOf(contract: Contract, { params = {}, query = {}, body = {} }: Sent) {
  const headers = { authorization: `Bearer ${token}` };
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const sent = { headers, query, params, body: () => text, sourceIp: undefined };
  const { organizationId, environmentId, environment } = (await authenticate(contract, sent)) as Caller;
  return { organizationId, environmentId, environment };
}

const placeIn = ({ organizationId, environmentId, environment }: Caller) => ({
  ...{ organizationId, environmentId, environment },
});

const formOf = async (caller: Caller) => (await storedForm(caller)).form.id;
const integrationOf = async (caller: Caller) =>
  (await storedIntegration(caller, 'email', { recipients: ['ada@example.com'] })).integration.id;
const webhookOf = async (caller: Caller) => (await storedWebhook(caller)).webhook.id;
const responseOf = async (caller: Caller) => (await submit(await storedForm(caller))).id;
const exportOf = async (caller: Caller) =>
  (await startExport({ options: { format: 'csv' }, times: {} }, { caller, action: createExport.audited })).id;
const requestOf = async (caller: Caller) =>
  (
    await startRequest(
      'export',
      { email: 'ada@example.com', responsesMax: 100 },
      { caller, action: exportDataSubject.audited },
    )
  )?.id ?? '';

const records: [string, Contract, (caller: Caller) => Promise<Sent>][] = [
  ['a form', getForm, async caller => ({ params: { id: await formOf(caller) } })],
  ['a response', getResponse, async caller => ({ params: { id: await responseOf(caller) } })],
  ['a file', getFile, async caller => ({ params: { fileId: newFileId(await formOf(caller), Date.now()) } })],
  ['a form’s own webhook', getWebhook, async caller => ({ params: { id: newWebhookId(await formOf(caller)) } })],
  ['a webhook', getWebhook, async caller => ({ params: { id: await webhookOf(caller) } })],
  ['an integration', getIntegration, async caller => ({ params: { id: await integrationOf(caller) } })],
  ['an export', getExport, async caller => ({ params: { id: await exportOf(caller) } })],
  ['a data subject request', getDataSubjectRequest, async caller => ({ params: { id: await requestOf(caller) } })],
  ['a form in its query', listResponses, async caller => ({ query: { form_id: await formOf(caller) } })],
  ['a form in its body', createExport, async caller => ({ body: { formId: await formOf(caller) } })],
];

describe('a request of a session', () => {
  it.each(records)('that names %s acts in the environment of that', async (_, contract, named) => {
    expect(await placeOf(contract, await named(staging))).toEqual(placeIn(staging));
    expect(await placeOf(contract, await named(production))).toEqual(placeIn(production));
  });

  it.each(records)('that names %s of an organization without its user acts in its own', async (_, contract, named) => {
    expect(await placeOf(contract, await named(foreign))).toEqual(placeIn(production));
  });

  it.each([
    ['no ID', 'of nothing'],
    ['an unknown form', newId('form')],
    ['an unknown webhook', newWebhookId()],
  ])('that names %s acts in production', async (_, id) => {
    for (const contract of [getForm, getWebhook, getExport])
      expect(await placeOf(contract, { params: { id } })).toEqual(placeIn(production));
  });

  it.each([
    ['is not JSON', '{'],
    ['is null', 'null'],
    ['names a form by a number', { formId: 7 }],
  ])('whose body %s acts in production', async (_, body) => {
    expect(await placeOf(createExport, { body })).toEqual(placeIn(production));
  });

  it('that names a form in the body of an operation without one acts in production', async () => {
    const body = { formId: await formOf(staging) };
    expect(await placeOf(listResponses, { body })).toEqual(placeIn(production));
  });

  it('that names a form in its path acts there, whatever its query and body name', async () => {
    const params = { id: await formOf(staging) };
    const other = await formOf(production);
    const sent = { params, query: { form_id: other }, body: { formId: other } };
    expect(await placeOf(createExport, sent)).toEqual(placeIn(staging));
  });
});
