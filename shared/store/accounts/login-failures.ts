import { setTimeout as pause } from 'node:timers/promises';
import { networkOf } from '../../domain/traffic/network.ts';
import { dayMs, minuteMs } from '../../durations.ts';
import { type Expression, expression } from '../expression.ts';
import type { Key } from '../keys.ts';
import { moveItem } from '../keys-by-hash.ts';
import { batchGet, deleteOnce, type Item, updateOnce } from '../table.ts';
import { exists } from '../writes.ts';
import { signInKeys } from './sign-in-keys.ts';

/**
 * The number of failures and the time of the last one. `knownUntil` is set by a successful login, which is remembered
 * until then.
 */
type Failures = { failures: number; at: number; knownUntil?: number };

type Counter = { key: Key; before: Failures | undefined };

/** A counted attempt: the counter of its address in its network, and the other counters to take back. */
export type CountedAttempt = { pair: Key; others: Key[] };

/**
 * The number of failures without a wait: of an address from one network, and of a network, which a whole office may
 * share.
 */
const freeOfPair = 5;
const freeOfNetwork = 50;

/** The number of failures of an address, over all networks, that do not slow it down. They never cause a refusal. */
const freeOfAddress = 20;

const waitMs = 5_000;
const waitMsMax = 15 * minuteMs;
const slowerMs = 100;
const slowerMsMax = 2_000;

/** Longer than the longest wait, so an attacker gains nothing by waiting. */
const memoryMs = dayMs;

/** How long the account's network stays known after a login. */
const knownMs = 90 * dayMs;

/**
 * Counts a login attempt as a failure before its password is checked, so that concurrent guesses count too. Unknown
 * addresses are counted the same way. The wait applies to an address in one network, so failures from elsewhere lock
 * nobody out. It also applies to a network, except for accounts that have logged in from it before.
 *
 * @returns the seconds to wait when there were too many attempts; nothing is counted then
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

/** Takes back what a successful attempt counted. The account knows its network from now on. */
export async function forgiveAttempt({ pair, others }: CountedAttempt): Promise<void> {
  const knownUntil = Date.now() + knownMs;
  await Promise.all([
    updateOnce(pair, { set: { failures: 0, knownUntil, ttl: Math.ceil(knownUntil / 1000) } }),
    ...others.map(key => updateOnce(key, { add: { failures: -1 }, if: exists })),
  ]);
}

/**
 * Counts an attempt with a code as a failure before the code is checked. It counts from every network, because a person
 * who tries codes already knows the password. Free attempts and waits are the same as for an address in one network.
 *
 * @returns the seconds to wait when there were too many attempts; nothing is counted then
 */
export async function countCodeAttempt(user: string): Promise<number | undefined> {
  const now = Date.now();
  const [counter] = await readCounters([subjectOfCodes(user)]);
  const end = endOfWait(counter, freeOfPair);
  if (end > now) return Math.ceil((end - now) / 1000);
  return (await count(counter, now, freeOfPair)) ? undefined : Math.ceil(waitMs / 1000);
}

/** Takes back what attempts with codes have counted, after a correct code. */
export async function forgiveCodeAttempts(user: string): Promise<void> {
  const [key] = await keysOfSubject(subjectOfCodes(user));
  await deleteOnce(key);
}

const subjectOfCodes = (user: string): string => `codes ${user}`;

async function countersOf(email: string, source = 'nowhere') {
  const [address, network] = [`address ${email.toLowerCase()}`, `source ${networkOf(source)}`];
  const counters = await readCounters([`${address} ${network}`, network, address]);
  return { pair: counters[0], network: counters[1], address: counters[2] };
}

/** Reads the counters of these subjects. */
async function readCounters<const S extends readonly string[]>(subjects: S) {
  const places = await Promise.all(subjects.map(keysOfSubject));
  const items = await batchGet(places.flat());
  const itemAt = (key: Key | undefined) => items.find(({ pk }) => pk === key?.pk) as (Item & Failures) | undefined;
  const counters = places.map(async ([key, former]): Promise<Counter> => {
    const before = itemAt(key) ?? itemAt(former);
    if (before && before.pk !== key.pk) await moveItem(before, key);
    return { key, before };
  });
  return (await Promise.all(counters)) as { readonly [I in keyof S]: Counter };
}

const keysOfSubject = (subject: string): Promise<[Key, ...Key[]]> => signInKeys('loginFailures', subject);

/**
 * Counts an attempt. Returns false when others came first and there are too many concurrent attempts. There is no limit
 * by default.
 */
async function count({ key, before }: Counter, now: number, free = Number.POSITIVE_INFINITY): Promise<boolean> {
  const stale = before !== undefined && now - before.at > memoryMs;
  const alone = before !== undefined && (stale || before.failures >= free);
  const set = { at: now, ttl: Math.ceil(Math.max(now + memoryMs, before?.knownUntil ?? 0) / 1000) };
  const counted = await updateOnce(
    key,
    {
      ...(stale ? { set: { ...set, failures: 1 } } : { set, add: { failures: 1 } }),
      // Once attempts have to wait, only one at a time may be made.
      if: alone ? isAsRead(before) : undefined,
    },
    'UPDATED_NEW',
  );
  return counted !== undefined && (alone || Number(counted.failures) <= free);
}

const isAsRead = ({ failures, at }: Failures): Expression => expression`failures = ${failures} AND #at = ${at}`;

/** Each failure beyond the free ones doubles the wait. */
function endOfWait({ before }: Counter, free: number): number {
  if (!before || before.failures < free) return 0;
  return before.at + Math.min(waitMs * 2 ** (before.failures - free), waitMsMax);
}

function slownessOf({ before }: Counter, now: number): number {
  if (!before || now - before.at > memoryMs || before.failures < freeOfAddress) return 0;
  return Math.min(slowerMs * (before.failures - freeOfAddress + 1), slowerMsMax);
}
