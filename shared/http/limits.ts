import { createHash } from 'node:crypto';
import type { LimitSetting } from '../contracts/contract.ts';
import type { Caller, UserCaller } from '../domain/accounts/caller.ts';
import { LeasedBuckets, type Limit } from '../domain/traffic/leased-bucket.ts';
import { networkOf } from '../domain/traffic/network.ts';
import { dayMs, minuteMs } from '../durations.ts';
import { env } from '../env.ts';
import { rateLimited } from '../errors.ts';
import { log } from '../log.ts';
import { measure } from '../metric.ts';
import { chargeBucket } from '../store/accounts/limits.ts';
import { tableName } from '../store/table.ts';

type PerMinute = Exclude<LimitSetting, 'LIMIT_UPLOAD_MEGABYTES'>;

/** The unit in which bytes of files are counted. */
const fileBytesOfOne = 65_536;

/** A request counts once for each 8 KB that it sends. */
const bytesOfOne = 8192;

const buckets = new LeasedBuckets(chargeBucket, error => {
  log.error('a limit could not be read, and lets all pass', error as Error);
  measure('LimitsOpen', 1, 'Count', { TableName: tableName() });
});

/** Returns how many requests a body counts as. */
export const requestsIn = (bodyBytes: number): number => Math.max(1, Math.ceil(bodyBytes / bytesOfOne));

/** Throws a 429 when a secret key, or the sessions of a user, exceed their request limit. */
export async function limitCaller(caller: Caller | UserCaller | undefined, body: string | null): Promise<void> {
  if (!caller || caller.kind === 'publishableKey') return;
  const who = caller.kind === 'secretKey' ? 'this key' : 'the sessions of one user';
  await useOfMinute('LIMIT_REQUESTS', [caller.id], requestsIn(Buffer.byteLength(body ?? '')), `requests of ${who}`);
}

/**
 * Throws a 429 when an address exceeds a form's limit with a publishable key, or when all senders of a form exceed its
 * limit.
 */
export async function limitSender(
  { limits }: { limits: { sender: PerMinute; form?: PerMinute } },
  formId: string,
  { caller, sourceIp }: { caller: Caller; sourceIp: string | undefined },
  count: number,
): Promise<void> {
  if (caller.kind === 'publishableKey') {
    await useOfMinute(
      limits.sender,
      [formId, networkOf(sourceIp ?? '')],
      count,
      `${things[limits.sender]} of this address`,
    );
  }
  if (limits.form) await useOfMinute(limits.form, [formId], count, `${things[limits.form]} of this form`);
}

/** Throws a 429 when an address exceeds the limit without a key. */
export async function limitVisitor(
  { limits }: { limits: { visitor: PerMinute } },
  sourceIp: string | undefined,
): Promise<void> {
  const what = `${things[limits.visitor]} for this address`;
  await useOfMinute(limits.visitor, [networkOf(sourceIp ?? '')], 1, what);
}

/**
 * Throws a 429 when the bytes signed for a form's files within a day exceed the deployment's limit. Unclaimed files are
 * removed after a day, so this also limits how much unclaimed data there is.
 */
export async function limitFileBytes({ limits }: { limits: { bytes: LimitSetting } }, formId: string, size: number) {
  const megabytes = Number(env(limits.bytes));
  const limit = { tokens: (megabytes * 1024 * 1024) / fileBytesOfOne, windowMs: dayMs };
  await use(limits.bytes, limit, [formId], Math.ceil(size / fileBytesOfOne), seconds =>
    rateLimited(`This form has reached its limit of ${megabytes} MB of files a day. ${again(seconds)}`, seconds),
  );
}

const things: Readonly<Record<PerMinute, string>> = {
  LIMIT_SUBMISSIONS: 'submissions',
  LIMIT_EVENTS: 'events',
  LIMIT_UPLOADS: 'uploads',
  LIMIT_PAGES: 'pages',
  LIMIT_FORM_SUBMISSIONS: 'submissions',
  LIMIT_REQUESTS: 'requests',
};

const again = (seconds: number): string => `Send the request again in ${seconds} seconds.`;

function useOfMinute(setting: PerMinute, subject: readonly string[], count: number, what: string): Promise<void> {
  const tokens = Number(env(setting));
  return use(setting, { tokens, windowMs: minuteMs }, subject, count, seconds =>
    rateLimited(`There were too many ${what}: ${tokens} a minute are taken. ${again(seconds)}`, seconds),
  );
}

async function use(
  setting: LimitSetting,
  limit: Limit,
  subject: readonly string[],
  count: number,
  refusal: (seconds: number) => Error,
): Promise<void> {
  if (limit.tokens === 0) return;
  // Addresses are personal data, so none is stored or kept in memory in plain text.
  const sha256 = createHash('sha256')
    .update([setting, ...subject].join(' '))
    .digest('hex');
  const waitMs = await buckets.take(sha256, limit, count, Date.now());
  if (waitMs > 0) throw refusal(Math.ceil(waitMs / 1000));
}
