import { dayMs } from '../../durations.ts';
import type { Form } from './form.ts';

type RetentionPolicy = NonNullable<NonNullable<Form['retention']>['policy']>;

/**
 * The responses that had expired when a form's retention was last changed. They stay expired, whatever the retention is
 * now.
 */
export type Expiry = {
  /** Responses submitted before this time (ms since the epoch). */
  readonly before: number;
  /** What happens to them when the form no longer has a retention. */
  readonly policy: RetentionPolicy;
};

/** The data that determines how long a form's responses are stored. */
export type Keeping = { readonly form: Pick<Form, 'retention'>; readonly expired?: Expiry };

/**
 * How long an expired response is hidden before it is removed. This gives a job time to reset all of them when the
 * retention changes.
 */
const graceMs = dayMs;

/** Returns what happens to expired responses, or undefined when none ever has. */
export const policyOf = ({ form: { retention }, expired }: Keeping): RetentionPolicy | undefined =>
  retention?.days === undefined ? expired?.policy : (retention.policy ?? 'delete');

/**
 * Returns the time (ms since the epoch) before which submitted responses have expired and nobody sees them, or
 * undefined when none ever do.
 */
export function expiredBefore({ form: { retention }, expired }: Keeping, now: number): number | undefined {
  const { days } = retention ?? {};
  const times = [...(days === undefined ? [] : [now - days * dayMs]), ...(expired ? [expired.before] : [])];
  return times.length === 0 ? undefined : Math.max(...times);
}

/** Returns when nobody sees a response any more, in ms since the epoch, or undefined when it does not expire. */
export const expiryOf = ({ form: { retention } }: Keeping, submittedAt: number): number | undefined =>
  retention?.days === undefined ? undefined : submittedAt + retention.days * dayMs;

/** Whether readers may see a response, by its submission time (ms since the epoch). */
export const isRetained = (keeping: Keeping, submittedAt: number, now = Date.now()): boolean =>
  submittedAt >= (expiredBefore(keeping, now) ?? 0);

/**
 * Returns when a response and its files are removed, in ms since the epoch and not before `now`, or undefined when the
 * form keeps or archives them.
 */
export function removalTime(keeping: Keeping, submittedAt: number, now = Date.now()): number | undefined {
  const { form, expired } = keeping;
  if (policyOf(keeping) !== 'delete') return undefined;
  if (expired && submittedAt < expired.before) return now;
  const { days } = form.retention ?? {};
  return days === undefined ? undefined : Math.max(submittedAt + days * dayMs + graceMs, now);
}

/** Days after which forms remove abandoned responses, unless they say otherwise. */
const partialDaysDefault = 30;

/**
 * Returns when an abandoned response is removed, by its latest change, in ms since the epoch. Returns undefined when
 * the form keeps it as long as a completed one.
 */
export function partialRemovalTime({ form: { retention } }: Keeping, changedAt: number): number | undefined {
  const { partialDays = partialDaysDefault } = retention ?? {};
  return partialDays === 0 ? undefined : changedAt + partialDays * dayMs;
}

/** Returns when an archive is deleted, by when it was made (ISO 8601), in ms since the epoch. Undefined if the form keeps it. */
export function archiveRemovalTime({ form: { retention } }: Keeping, createdAt: string): number | undefined {
  const { archiveDays } = retention ?? {};
  return archiveDays === undefined ? undefined : Date.parse(createdAt) + archiveDays * dayMs;
}

/** Returns what has expired of a form whose retention changes at this time (ms since the epoch). */
export function expiredAfter(keeping: Keeping, form: Keeping['form'], now: number): Expiry | undefined {
  const before = expiredBefore(keeping, now);
  const policy = policyOf({ form }) ?? policyOf(keeping);
  return before === undefined || policy === undefined ? undefined : { before, policy };
}
