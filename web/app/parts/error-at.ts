import type { ComponentChildren } from 'preact';
import { ApiError, isAt } from '../api/errors.ts';
import { inWords } from '../texts/refusals.ts';

/** What an error says about one field, `retention.days`, and about what lies in it. */
export function errorAt(error: unknown, field: string): ComponentChildren {
  if (!(error instanceof ApiError)) return undefined;
  const found = error.details.find(detail => isAt(detail.field, field));
  return found && inWords(found.rule, found.message);
}
