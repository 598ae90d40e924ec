import { createHash } from 'node:crypto';
import { clientName } from '../../../domain/accounts/client-name.ts';
import { networkPrefixOf } from '../../../domain/traffic/network.ts';
import { dayMs, hourMs } from '../../../durations.ts';
import { type Key, keyOf } from '../../keys.ts';
import { type MailStyle, mailWrites } from '../../mails/mail-items.ts';
import { getItem, type TransactItem } from '../../table.ts';
import { putWrite } from '../../writes.ts';
import type { Origin } from '../sessions.ts';
import type { StoredUser } from '../users.ts';

/** How long a network stays known after a sign-in from it. */
const knownMs = 90 * dayMs;

/** A new account signs in from every network for the first time. */
const newMs = hourMs;

/** Returns the writes that make the network of a sign-in known to the account, and mail a notice if it was not. */
export async function networkWrites(user: StoredUser, from: Origin & MailStyle): Promise<TransactItem[]> {
  if (!from.sourceIp) return [];
  const network = networkPrefixOf(from.sourceIp);
  const key = keyOfNetwork(user, network);
  const now = Date.now();
  const isKnown = Number((await getItem(key))?.ttl ?? 0) * 1000 > now;
  const isNew = now - Date.parse(user.createdAt) < newMs;
  const known = putWrite({ ...key, ttl: Math.ceil((now + knownMs) / 1000) });
  if (isKnown || isNew) return [known];
  const { id: userId, email } = user;
  const client = clientName(from.userAgent);
  return [known, ...mailWrites({ kind: 'signedIn', userId, email, at: now, network, client }, from)];
}

/** Uses a hash, so that nobody can list where a user was. */
function keyOfNetwork({ id, unboundAt }: StoredUser, network: string): Key {
  const subject = [id, network, ...(unboundAt === undefined ? [] : [unboundAt])].join(' ');
  return keyOf('knownNetwork', { sha256: createHash('sha256').update(subject).digest('hex') });
}
