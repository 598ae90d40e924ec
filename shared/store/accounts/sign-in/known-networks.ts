import { clientName } from '../../../domain/accounts/client-name.ts';
import { networkPrefixOf } from '../../../domain/traffic/network.ts';
import { dayMs, hourMs } from '../../../durations.ts';
import type { Key } from '../../keys.ts';
import { type MailStyle, mailWrites } from '../../mails/mail-items.ts';
import { batchGet, type TransactItem } from '../../table.ts';
import { putWrite } from '../../writes.ts';
import type { Origin } from '../sessions.ts';
import { signInKeys } from '../sign-in-keys.ts';
import type { StoredUser } from '../users.ts';

/** How long a network stays known after a sign-in from it. */
const knownMs = 90 * dayMs;

/** A new account signs in from every network for the first time. */
const newMs = hourMs;

/** Returns the writes that make the network of a sign-in known to the account, and mail a notice if it was not. */
export async function networkWrites(user: StoredUser, from: Origin & MailStyle): Promise<TransactItem[]> {
  if (!from.sourceIp) return [];
  const network = networkPrefixOf(from.sourceIp);
  const [key, ...former] = await keysOfNetwork(user, network);
  const now = Date.now();
  const isKnown = (await batchGet([key, ...former])).some(({ ttl }) => Number(ttl) * 1000 > now);
  const isNew = now - Date.parse(user.createdAt) < newMs;
  const known = putWrite({ ...key, ttl: Math.ceil((now + knownMs) / 1000) });
  if (isKnown || isNew) return [known];
  const { id: userId, email } = user;
  const client = clientName(from.userAgent);
  return [known, ...mailWrites({ kind: 'signedIn', userId, email, at: now, network, client }, from)];
}

/** Uses hashes, so that nobody can list where a user was. */
function keysOfNetwork({ id, unboundAt }: StoredUser, network: string): Promise<[Key, ...Key[]]> {
  const subject = [id, network, ...(unboundAt === undefined ? [] : [unboundAt])].join(' ');
  return signInKeys('knownNetwork', subject);
}
