import { createHash } from 'node:crypto';
import { networkOf } from '../../domain/network.ts';
import { expression } from '../expression.ts';
import { keyOf } from '../keys.ts';
import { batchGet, deleteOnce, type Item, updateOnce } from '../table.ts';

/** Whose failures are counted, and how many are free of waiting. */
type Subject = { sha256: string; free: number };

type Failures = { failures: number; at: number };

/** An office shares one address; its people are slowed down together only after this many failures. */
const freeOfSource = 50;
const freeOfAddress = 5;

const waitMs = 5_000;
const waitMsMax = 15 * 60_000;

/** Longer than the longest wait, so that waiting for it gains an attacker nothing. */
const memoryMs = 24 * 3_600_000;

/**
 * Counts an attempt to log in as a failure, before its password is looked at: guesses at once count as well. Whether the
 * address is known makes no difference.
 *
 * @returns the seconds to wait, when this attempt is one too many; nothing is counted then
 */
export async function countAttempt(email: string, source: string | undefined): Promise<number | undefined> {
  const subjects = subjectsOf(email, source);
  const items = await batchGet(subjects.map(({ sha256 }) => keyOf('loginFailures', { sha256 })));
  const now = Date.now();
  const read = subjects.map(subject => {
    const { pk } = keyOf('loginFailures', subject);
    return { subject, before: failuresIn(items.find(item => item.pk === pk)) };
  });
  const waits = read.map(({ subject, before }) => (before ? endOfWait(before, subject.free) - now : 0));
  const longest = Math.max(...waits);
  if (longest > 0) return Math.ceil(longest / 1000);
  const counted = await Promise.all(read.map(({ subject, before }) => count(subject, before, now)));
  return counted.every(Boolean) ? undefined : Math.ceil(waitMs / 1000);
}

/** Takes back what the attempt counted, as it was none: the failures of the address, and the one of the source. */
export async function forgiveAttempt(email: string, source: string | undefined): Promise<void> {
  const [address, sender] = subjectsOf(email, source);
  await Promise.all([
    address && deleteOnce(keyOf('loginFailures', address)),
    sender && updateOnce(keyOf('loginFailures', sender), { add: { failures: -1 } }),
  ]);
}

/** False when others came first: this attempt is one of too many at once. */
async function count({ sha256, free }: Subject, before: Failures | undefined, now: number): Promise<boolean> {
  const stale = before !== undefined && now - before.at > memoryMs;
  const alone = before !== undefined && (stale || before.failures >= free);
  const set = { at: now, ttl: Math.ceil((now + memoryMs) / 1000) };
  const counted = await updateOnce(
    keyOf('loginFailures', { sha256 }),
    {
      ...(stale ? { set: { ...set, failures: 1 } } : { set, add: { failures: 1 } }),
      // Once somebody has to wait, one attempt at a time is made.
      if: alone ? expression`failures = ${before.failures} AND #at = ${before.at}` : undefined,
    },
    'UPDATED_NEW',
  );
  return counted !== undefined && (alone || Number(counted.failures) <= free);
}

const failuresIn = (item: Item | undefined): Failures | undefined =>
  item && { failures: Number(item.failures), at: Number(item.at) };

/** From the fifth failure on, each doubles the wait. */
function endOfWait({ failures, at }: Failures, free: number): number {
  return failures < free ? 0 : at + Math.min(waitMs * 2 ** (failures - free), waitMsMax);
}

function subjectsOf(email: string, source: string | undefined): Subject[] {
  const hashOf = (name: string) => createHash('sha256').update(name).digest('hex');
  return [
    { sha256: hashOf(`address ${email.toLowerCase()}`), free: freeOfAddress },
    ...(source ? [{ sha256: hashOf(`source ${networkOf(source)}`), free: freeOfSource }] : []),
  ];
}
