import { randomUUID } from 'node:crypto';
import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import type { Role } from '../../../shared/contracts/contract.ts';
import { hashOfKey } from '../../../shared/domain/accounts/api-key.ts';
import { newSessionToken } from '../../../shared/domain/accounts/session-token.ts';
import { dayMs } from '../../../shared/durations.ts';
import { newId } from '../../../shared/ids.ts';
import { hashPassword } from '../../../shared/sign-in/password.ts';
import { keyOf, keysOf } from '../../../shared/store/keys.ts';
import { tableOf } from '../cloud/cloud-table.ts';
import type { ReachableCloud } from '../cloud/shared-cloud.ts';

/** The attributes of a user that differ from the defaults. */
export type NewUser = { email?: string; password?: string; status?: 'active' | 'disabled' };

type Member = { organizationId: string; role: Role };

const usualPassword = 'a good password';
let usualHash: Promise<string> | undefined;

/** Writes a new user to the table, as a member of an organization if one is given. */
export async function putUser(cloud: ReachableCloud, content: NewUser, member?: Member) {
  const { client, TableName } = tableOf(cloud);
  const { email = `user-${randomUUID()}@example.org`, password = usualPassword, status = 'active' } = content;
  const [id, createdAt] = [newId('user'), new Date().toISOString()];
  usualHash ??= hashPassword(usualPassword);
  const passwordHash = await (password === usualPassword ? usualHash : hashPassword(password));
  const put = (Item: object) => client.send(new PutCommand({ TableName, Item }));
  await put({ ...keyOf('user', { user: id }), id, email, status, passwordHash, createdAt });
  await put({ ...keyOf('emailAddress', { email: email.toLowerCase() }), userId: id });
  if (member) {
    await put({ ...keysOf('member', { org: member.organizationId, user: id }), ...member, userId: id, createdAt });
  }
  client.destroy();
  return { id, email, password };
}

/**
 * Writes a user's new session to the table, as a login does, and returns its token. A password would cost 0.2 s of CPU.
 */
export async function putSession(cloud: ReachableCloud, email: string): Promise<string> {
  const { client, TableName } = tableOf(cloud);
  const get = async (Key: object) => (await client.send(new GetCommand({ TableName, Key, ConsistentRead: true }))).Item;
  const { userId } = (await get(keyOf('emailAddress', { email: email.toLowerCase() }))) ?? {};
  const user = await get(keyOf('user', { user: userId }));
  const [id, token, now] = [newId('session'), newSessionToken(), Date.now()];
  const keys = keysOf('session', { sha256: hashOfKey(token), user: userId, session: id });
  const session = { id, userId, epoch: user?.sessionEpoch ?? 0, createdAt: now, lastUsedAt: now };
  const ttl = Math.ceil((now + dayMs) / 1000);
  await client.send(new PutCommand({ TableName, Item: { ...keys, ...session, ttl } }));
  client.destroy();
  return token;
}
