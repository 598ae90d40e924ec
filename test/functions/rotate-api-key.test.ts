import { expect, it } from '@jest/globals';
import { answer, type Handler, proxyEvent } from '../../bench/invoke.ts';
import { handler } from '../../functions/api-keys/rotate-api-key.ts';
import { newId } from '../../shared/ids.ts';
import { apiKeyRecord, createApiKey, getApiKeyOf } from '../../shared/store/accounts/api-keys.ts';
import { startSession } from '../../shared/store/accounts/sessions.ts';
import { createUser } from '../../shared/store/accounts/user-changes.ts';
import { newCaller } from '../support/records/records.ts';
import { useTable } from '../support/table/table.ts';

useTable();

async function adminOf({ organizationId, ...caller }: Awaited<ReturnType<typeof newCaller>>): Promise<string> {
  const [id, createdAt] = [newId('user'), new Date().toISOString()];
  const user = { id, email: `${id}@example.com`, status: 'active' as const, passwordHash: 'hash', createdAt };
  const member = { organizationId, userId: id, role: 'admin' as const, createdAt };
  await createUser({ user, member }, { caller: { organizationId, ...caller }, action: 'user.created' });
  return (await startSession(user, {}))?.token ?? '';
}

it('lets one of five rotations at once win: the others would end the secret that it got', async () => {
  const caller = await newCaller();
  const headers = {
    authorization: `Bearer ${await adminOf(caller)}`,
    'content-type': 'application/json',
    'x-organization-id': caller.organizationId,
  };
  const created = await createApiKey({ type: 'secret', name: 'Test' }, { caller, action: 'api_key.created' });
  if (!created || created === 'full') throw new Error('The key is not stored');
  const { id } = created.record;
  const request = proxyEvent({ headers, pathParameters: { id }, body: { graceSeconds: 0 } });
  // However long a request has waited for a function, the gateway took all five before one of them was answered.
  const requestTimeEpoch = Date.now();
  const event = { ...request, requestContext: { extendedRequestId: 'request', identity: {}, requestTimeEpoch } };
  const rotate = () => answer(handler as unknown as Handler, event);
  const answers = [...(await Promise.all(Array.from({ length: 4 }, rotate))), await rotate()];
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
  const rotated = answers.find(({ status }) => status === 200)?.body ?? '{}';
  const stored = await getApiKeyOf(caller, id);
  expect(stored && apiKeyRecord(stored.record).lastFour).toBe(JSON.parse(rotated).lastFour);
});
