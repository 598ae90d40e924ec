import type { ComponentChildren } from 'preact';
import { ApiError, type Detail, isAt } from '../api/errors.ts';
import { inWords } from '../texts/refusals.ts';

/** The error message for a field such as `retention.days`, including everything inside it. */
export const errorAt = (error: unknown, field: string): ComponentChildren =>
  said(error, ({ field: at }) => isAt(at, field));

/** The error message for a field itself, without anything inside it. */
export const errorOf = (error: unknown, field: string): ComponentChildren =>
  said(error, ({ field: at }) => at === field);

function said(error: unknown, isMeant: (detail: Detail) => boolean): ComponentChildren {
  if (!(error instanceof ApiError)) return undefined;
  const found = error.details.find(isMeant);
  return found && inWords(found.rule, found.message);
}
