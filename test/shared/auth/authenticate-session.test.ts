import { beforeAll, describe, expect, it } from '@jest/globals';
import { authenticate } from '../../../shared/auth/authenticate.ts';
import { currentSession } from '../../../shared/auth/current-session.ts';
import { getMe } from '../../../shared/contracts/accounts/auth.ts';
import type { Contract } from '../../../shared/contracts/contract.ts';
import { listForms } from '../../../shared/contracts/forms/forms.ts';
import type { UserCaller } from '../../../shared/domain/accounts/caller.ts';
import { newId } from '../../../shared/ids.ts';
import { endSession, startSession } from '../../../shared/store/accounts/sessions.ts';
import type { StoredUser } from '../../../shared/store/accounts/users.ts';
import { keyOf } from '../../../shared/store/keys.ts';
import { updateItem } from '../../../shared/store/table.ts';
import { newOwner } from '../../support/records/records.ts';
import { useTable } from '../../support/table/table.ts';

useTable();

let user: StoredUser;

beforeAll(async () => {
  user = await newOwner();
});

type Sent = { environment?: string; query?: Record<string, string>; body?: object };

async function begun() {
  const session = await startSession(user, {});
  if (!session) throw new Error('The session is not stored');
  return session;
}

function asUser(token: string, contract: Contract, { environment, query = {}, body = {} }: Sent = {}) {
  const headers = { authorization: `Bearer ${token}`, 'x-environment': environment };
  return authenticate(contract, { headers, query, params: {}, body: () => JSON.stringify(body), sourceIp: undefined });
}

describe('a request of a session', () => {
  it('acts in the environment that it names in a header or its query, else in production', async () => {
    const { token } = await begun();
    expect(await asUser(token, listForms)).toMatchObject({ environment: 'production' });
    expect(await asUser(token, listForms, { environment: 'staging' })).toMatchObject({ environment: 'staging' });
    const query = { environment: 'development' };
    expect(await asUser(token, listForms, { query })).toMatchObject({ environment: 'development' });
  });

  it('names one environment, however often, or is refused', async () => {
    const { token } = await begun();
    const twice = { environment: 'staging', query: { environment: 'staging' } };
    expect(await asUser(token, listForms, twice)).toMatchObject({ environment: 'staging' });
    await expect(asUser(token, listForms, { ...twice, environment: 'production' })).rejects.toMatchObject({
      status: 400,
      details: [
        {
          field: 'environment',
          rule: 'contradiction',
          message: expect.stringMatching(/^names production and staging: name one environment, /),
        },
      ],
    });
  });
});

describe('a session that is read again', () => {
  const callerOf = async (token: string) => (await asUser(token, getMe)) as UserCaller;

  it('comes with its user as both are now', async () => {
    const { token, session } = await begun();
    const caller = await callerOf(token);
    await updateItem(keyOf('user', { user: user.id }), { set: { name: 'Ada' } });
    expect(await currentSession(caller)).toMatchObject({
      user: { id: user.id, email: user.email, name: 'Ada' },
      session: { id: session.id, sha256: session.sha256, userId: user.id },
    });
  });

  it('is refused once it has ended, or its user is gone', async () => {
    const { token, session } = await begun();
    const caller = await callerOf(token);
    const expired = { status: 401, code: 'session_expired' };
    await expect(currentSession({ ...caller, id: newId('user') })).rejects.toMatchObject(expired);
    await endSession(session.sha256);
    await expect(currentSession(caller)).rejects.toMatchObject(expired);
  });
});
