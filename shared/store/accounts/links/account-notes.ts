import type { Caller } from '../../../domain/accounts/caller.ts';
import { addressSha256 } from '../../../domain/mails/mailbox-identity.ts';
import { dayMs, hourMs, minuteMs } from '../../../durations.ts';
import { anonymousIn, auditWrite, keptOrigin, trailsMax } from '../../audit.ts';
import { expression } from '../../expression.ts';
import type { AccountNoteJob } from '../../jobs.ts';
import { dueKeys, type Key, keyOf } from '../../keys.ts';
import { getItem, updateOnce, writeIfUnchanged } from '../../table.ts';
import { updateWrite } from '../../writes.ts';
import { membershipsOf } from '../memberships.ts';
import { userByEmail } from '../users.ts';

/**
 * The notes on an account for the organizations of its user, with the minimum time between two notes of the same kind.
 */
const noteEveryMs = {
  'user.code_failed': 15 * minuteMs,
  'user.login_failed': 15 * minuteMs,
  'user.password_reset_requested': hourMs,
  'user.sign_in_refused': 15 * minuteMs,
} as const;

export type AccountNote = keyof typeof noteEveryMs;

const memoryMs = dayMs;

/**
 * Records an event on the account with this address, for the audit trails of its organizations. A job later checks
 * whether the account exists, so the request takes equally long for unknown addresses. Repeated events are gathered
 * into one note.
 */
export async function noteOnAccount(
  action: AccountNote,
  email: string,
  from: Pick<Caller, 'sourceIp' | 'userAgent'>,
): Promise<void> {
  const key = keyOf('job', { job: `${action}-${addressSha256(email)}` });
  const now = Date.now();
  const notedAt = Number((await getItem(key))?.notedAt ?? 0);
  const { duepk, duesk } = dueKeys(Math.max(now, notedAt + noteEveryMs[action]), 'accounts');
  await updateOnce(key, {
    set: {
      ...{ kind: 'accountNote', action, email, step: 0, ttl: Math.ceil((now + memoryMs) / 1000) },
      ...keptOrigin(from),
      duepk: expression`if_not_exists(duepk, ${duepk})`,
      duesk: expression`if_not_exists(duesk, ${duesk})`,
    },
    add: { times: 1 },
  });
}

/**
 * Writes the gathered events to the audit trails of the user's organizations, if there is a user, and forgets the address.
 * Running it twice writes them once.
 */
export async function tellOfAccount(key: Key): Promise<boolean> {
  const job = (await getItem(key)) as AccountNoteJob | undefined;
  if (!job?.times) return true;
  const { action, email, times, sourceIp, userAgent } = job;
  const user = await userByEmail(email);
  const organizations = user ? (await membershipsOf(user.id)).slice(0, trailsMax) : [];
  const notedWrite = updateWrite(key, {
    set: { notedAt: Date.now() },
    remove: ['times', 'duepk', 'duesk', 'email', 'sourceIp', 'userAgent'],
    if: expression`times = ${times}`,
  });
  const audits = organizations.map(({ organizationId }) =>
    auditWrite(anonymousIn(organizationId, { sourceIp, userAgent }), action, user?.id ?? '', { times }),
  );
  return writeIfUnchanged([notedWrite, ...audits]);
}
