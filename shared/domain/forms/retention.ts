import { dayMs } from '../../durations.ts';
import type { Form } from './form.ts';

type Policy = NonNullable<NonNullable<Form['retention']>['policy']>;

/** What had expired when the retention of a form was changed last: it stays so, whatever the retention is since then. */
export type Expired = {
  /** Responses that were submitted before this time (ms since the epoch). */
  readonly before: number;
  /** What becomes of them where the form has no retention any more. */
  readonly policy: Policy;
};

/** What says how long the responses of a form are kept. */
export type Keeping = { readonly form: Pick<Form, 'retention'>; readonly expired?: Expired };

/**
 * For so long after it has expired a response is hidden, and not removed: time for a job to say otherwise of all of them
 * when the retention is changed.
 */
const graceMs = dayMs;

/** What becomes of responses that have expired; undefined when none ever has. */
export const policyOf = ({ form: { retention }, expired }: Keeping): Policy | undefined =>
  retention ? (retention.policy ?? 'delete') : expired?.policy;

/** Responses that were submitted before this time (ms since the epoch) have expired: nobody sees them. Undefined when none ever does. */
export function expiredBefore({ form: { retention }, expired }: Keeping, now: number): number | undefined {
  const times = [...(retention ? [now - retention.days * dayMs] : []), ...(expired ? [expired.before] : [])];
  return times.length === 0 ? undefined : Math.max(...times);
}

/** Whether a response, by the time of its submission (ms since the epoch), is there for readers. */
export const isRetained = (keeping: Keeping, submittedAt: number, now = Date.now()): boolean =>
  submittedAt >= (expiredBefore(keeping, now) ?? 0);

/**
 * When a response and its files are to be removed, in ms since the epoch, and not before `now`; undefined when the form
 * keeps what it has, or archives it.
 */
export function removalTime(keeping: Keeping, submittedAt: number, now = Date.now()): number | undefined {
  const { form, expired } = keeping;
  if (policyOf(keeping) !== 'delete') return undefined;
  if (expired && submittedAt < expired.before) return now;
  return form.retention && Math.max(submittedAt + form.retention.days * dayMs + graceMs, now);
}

/** What has expired of a form whose retention is changed at this time (ms since the epoch). */
export function expiredAfter(keeping: Keeping, form: Keeping['form'], now: number): Expired | undefined {
  const before = expiredBefore(keeping, now);
  const policy = policyOf({ form }) ?? policyOf(keeping);
  return before === undefined || policy === undefined ? undefined : { before, policy };
}
