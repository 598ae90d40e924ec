import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { networkOf } from '../../domain/network.ts';
import { dayMs, minuteMs } from '../../durations.ts';
import { type Expression, expression } from '../expression.ts';
import { type Key, keyOf } from '../keys.ts';
import { batchGet, deleteOnce, getItem, type Item, updateOnce } from '../table.ts';
import { exists } from '../writes.ts';

/** How many failures, and when the last was. `knownUntil`: a login has succeeded, and is remembered until then. */
type Failures = { failures: number; at: number; knownUntil?: number };

type Counter = { key: Key; before: Failures | undefined };

/** An attempt that was counted: for its address in its network, and for what else is to be taken back of it. */
export type CountedAttempt = { pair: Key; others: Key[] };

/** How many failures of an address from one network are free of waiting; and of a network, which an office may share. */
const freeOfPair = 5;
const freeOfNetwork = 50;

/** How many of an address from everywhere leave it as fast as it was. Nobody is refused for those. */
const freeOfAddress = 20;

const waitMs = 5_000;
const waitMsMax = 15 * minuteMs;
const slowerMs = 100;
const slowerMsMax = 2_000;

/** Longer than the longest wait, so that waiting for it gains an attacker nothing. */
const memoryMs = dayMs;

/** How long a network is known as one that the account logs in from. */
const knownMs = 90 * dayMs;

/**
 * Counts an attempt to log in as a failure, before its password is looked at: guesses at once count as well. Whether the
 * address is known makes no difference. What has to wait is an address in one network, so that failures from elsewhere keep
 * nobody out; and a network, but for the accounts that have logged in from it before.
 *
 * @returns the seconds to wait, when this attempt is one too many; nothing is counted then
 */
export async function countAttempt(email: string, source: string | undefined): Promise<CountedAttempt | number> {
  const now = Date.now();
  const { pair, network, address } = await countersOf(email, source);
  const isKnown = (pair.before?.knownUntil ?? 0) > now;
  const end = Math.max(endOfWait(pair, freeOfPair), isKnown ? 0 : endOfWait(network, freeOfNetwork));
  if (end > now) return Math.ceil((end - now) / 1000);
  const isCounted = await Promise.all([
    count(pair, now, freeOfPair),
    isKnown || count(network, now, freeOfNetwork),
    isKnown || count(address, now),
  ]);
  if (!isCounted.every(Boolean)) return Math.ceil(waitMs / 1000);
  if (!isKnown) await pause(slownessOf(address, now));
  return { pair: pair.key, others: isKnown ? [] : [network.key, address.key] };
}

/** Takes back what an attempt counted, as it was no failure. Its network is known to the account from now on. */
export async function forgiveAttempt({ pair, others }: CountedAttempt): Promise<void> {
  const knownUntil = Date.now() + knownMs;
  await Promise.all([
    updateOnce(pair, { set: { failures: 0, knownUntil, ttl: Math.ceil(knownUntil / 1000) } }),
    ...others.map(key => updateOnce(key, { add: { failures: -1 }, if: exists })),
  ]);
}

/**
 * Counts an attempt with a code as a failure, before the code is looked at, from wherever it comes: who tries codes knows the
 * password. As many are free as of an address in a network, and the waits are the same.
 *
 * @returns the seconds to wait, when this attempt is one too many; nothing is counted then
 */
export async function countCodeAttempt(user: string): Promise<number | undefined> {
  const now = Date.now();
  const key = keyOfCodes(user);
  const before = (await getItem(key)) as (Item & Failures) | undefined;
  const counter = { key, before };
  const end = endOfWait(counter, freeOfPair);
  if (end > now) return Math.ceil((end - now) / 1000);
  return (await count(counter, now, freeOfPair)) ? undefined : Math.ceil(waitMs / 1000);
}

/** Takes back what attempts with codes have counted, after one that was right. */
export const forgiveCodeAttempts = (user: string): Promise<void> => deleteOnce(keyOfCodes(user));

const keyOfCodes = (user: string): Key => keyOfSubject(`codes ${user}`);

async function countersOf(email: string, source = 'nowhere') {
  const [address, network] = [`address ${email.toLowerCase()}`, `source ${networkOf(source)}`];
  const [pair, ...both] = [`${address} ${network}`, network, address].map(keyOfSubject) as [Key, Key, Key];
  const items = await batchGet([pair, ...both]);
  const counter = (key: Key): Counter => ({
    key,
    before: items.find(({ pk }) => pk === key.pk) as Failures | undefined,
  });
  return { pair: counter(pair), network: counter(both[0]), address: counter(both[1]) };
}

const keyOfSubject = (subject: string): Key =>
  keyOf('loginFailures', { sha256: createHash('sha256').update(subject).digest('hex') });

/** False when others came first, and this attempt is one of too many at once. Without a limit there are none. */
async function count({ key, before }: Counter, now: number, free = Number.POSITIVE_INFINITY): Promise<boolean> {
  const stale = before !== undefined && now - before.at > memoryMs;
  const alone = before !== undefined && (stale || before.failures >= free);
  const set = { at: now, ttl: Math.ceil(Math.max(now + memoryMs, before?.knownUntil ?? 0) / 1000) };
  const counted = await updateOnce(
    key,
    {
      ...(stale ? { set: { ...set, failures: 1 } } : { set, add: { failures: 1 } }),
      // Once somebody has to wait, one attempt at a time is made.
      if: alone ? isAsRead(before) : undefined,
    },
    'UPDATED_NEW',
  );
  return counted !== undefined && (alone || Number(counted.failures) <= free);
}

const isAsRead = ({ failures, at }: Failures): Expression => expression`failures = ${failures} AND #at = ${at}`;

/** From as many failures as are free, each doubles the wait. */
function endOfWait({ before }: Counter, free: number): number {
  if (!before || before.failures < free) return 0;
  return before.at + Math.min(waitMs * 2 ** (before.failures - free), waitMsMax);
}

function slownessOf({ before }: Counter, now: number): number {
  if (!before || now - before.at > memoryMs || before.failures < freeOfAddress) return 0;
  return Math.min(slowerMs * (before.failures - freeOfAddress + 1), slowerMsMax);
}
