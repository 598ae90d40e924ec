import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { answer, type Handler, proxyEvent } from '../../bench/invoke.ts';
import { handler } from '../../functions/users/update-user.ts';
import type { Role } from '../../shared/contracts/contract.ts';
import type { Caller } from '../../shared/domain/accounts/caller.ts';
import { newId } from '../../shared/ids.ts';
import { hashPassword } from '../../shared/sign-in/password.ts';
import { addMember } from '../../shared/store/accounts/members.ts';
import { startSession } from '../../shared/store/accounts/sessions.ts';
import { createUser } from '../../shared/store/accounts/user-changes.ts';
import { getUser } from '../../shared/store/accounts/users.ts';
import { newCaller } from '../support/records/records.ts';
import { useTable } from '../support/table/table.ts';

useTable();

const sender = process.env.MAIL_FROM;
beforeAll(() => {
  delete process.env.MAIL_FROM;
});
afterAll(() => {
  if (sender !== undefined) process.env.MAIL_FROM = sender;
});

const password = 'a good password';
const newAddress = () => `${newId('user').toLowerCase()}@example.com`;
const by = (caller: Caller) => ({ caller, action: 'user.created' as const });
const membership = ({ organizationId }: Caller, userId: string, role: Role) => ({
  ...{ organizationId, userId, role },
  createdAt: new Date().toISOString(),
});

async function newUser(caller: Caller, role: Role): Promise<{ id: string; token: string }> {
  const [id, createdAt] = [newId('user'), new Date().toISOString()];
  const passwordHash = await hashPassword(password);
  const user = { id, email: newAddress(), status: 'active' as const, passwordHash, createdAt };
  await createUser({ user, member: membership(caller, id, role) }, by(caller));
  return { id, token: (await startSession(user, {}))?.token ?? '' };
}

async function setAddress(token: string, userId: string, { organizationId }: Caller) {
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'x-organization-id': organizationId,
  };
  const body = { email: newAddress(), currentPassword: password };
  const request = proxyEvent({ headers, pathParameters: { userId }, body });
  const event = { ...request, requestContext: { extendedRequestId: 'request', identity: {} } };
  const { status, body: text } = await answer(handler as unknown as Handler, event);
  return { status, isSet: JSON.parse(text).email === body.email };
}

it('leaves addresses to an admin of every organization of the user, where the deployment sends no mail', async () => {
  const [one, other] = [await newCaller(), await newCaller()];
  const [viewer, admin] = [await newUser(one, 'viewer'), await newUser(one, 'admin')];
  expect(await setAddress(viewer.token, viewer.id, one)).toEqual({ status: 403, isSet: false });
  await addMember(membership(other, viewer.id, 'viewer'), by(other));
  expect(await setAddress(admin.token, viewer.id, one)).toEqual({ status: 403, isSet: false });
  await addMember(membership(other, admin.id, 'admin'), by(other));
  expect(await setAddress(admin.token, viewer.id, one)).toEqual({ status: 200, isSet: true });
  expect(await getUser(viewer.id)).toMatchObject({ addressUnproved: true });
  expect(await setAddress(admin.token, admin.id, one)).toEqual({ status: 200, isSet: true });
});
