import type { ComponentChildren } from 'preact';
import { ApiError, type Detail, isAt } from '../api/errors.ts';
import { inWords } from '../texts/refusals.ts';

/** What an error says about one field, `retention.days`, and about what lies in it. */
export const errorAt = (error: unknown, field: string): ComponentChildren =>
  said(error, ({ field: at }) => isAt(at, field));

/** What an error says about one field, and not about what lies in it. */
export const errorOf = (error: unknown, field: string): ComponentChildren =>
  said(error, ({ field: at }) => at === field);

function said(error: unknown, isMeant: (detail: Detail) => boolean): ComponentChildren {
  if (!(error instanceof ApiError)) return undefined;
  const found = error.details.find(isMeant);
  return found && inWords(found.rule, found.message);
}
