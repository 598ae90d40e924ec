import { archiveRemovalTime, partialRemovalTime, removalTime } from '../../domain/forms/retention.ts';
import type { Response } from '../../domain/responses/response.ts';
import { inactivityTimeoutMs } from '../../domain/responses/visit.ts';
import type { Archive } from '../../store/forms/archives.ts';
import type { StoredForm } from '../../store/forms/forms.ts';
import { removalOfAbandoned, spamKeptMs } from '../../store/responses/responses.ts';
import type { Item } from '../../store/table.ts';

/**
 * Returns when a response is deleted (ISO 8601), or null if it is kept until somebody deletes it, as a restricted one.
 */
export function keptUntil(
  stored: StoredForm,
  item: Item,
  { status, spam, restricted, submittedAt, updatedAt }: Response,
): string | null {
  if (restricted) return null;
  if (spam) return new Date(Date.parse(spam.at) + spamKeptMs).toISOString();
  const abandoned =
    status === 'partial'
      ? partialRemovalTime(stored, Date.parse(updatedAt) + inactivityTimeoutMs)
      : removalOfAbandoned(item, stored);
  const times = [removalTime(stored, Date.parse(submittedAt)), abandoned].filter(time => time !== undefined);
  return times.length === 0 ? null : new Date(Math.min(...times)).toISOString();
}

/** Returns when an archive is deleted (ISO 8601), or null if it is kept until somebody deletes it or its form. */
export function archiveKeptUntil(stored: StoredForm, { createdAt }: Pick<Archive, 'createdAt'>): string | null {
  const time = archiveRemovalTime(stored, createdAt);
  return time === undefined ? null : new Date(time).toISOString();
}
