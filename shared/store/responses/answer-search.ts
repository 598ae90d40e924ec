import type { AnswerFilter } from '../../domain/fields/answer-filter.ts';
import type { MetaFilter } from '../../domain/responses/meta-filter.ts';
import { membersOf } from '../accounts/members.ts';
import type { AnswerSearch } from './response-lists.ts';

/** The filters of a form's responses that are applied by reading them, as requests name them. */
type SearchFilters = MetaFilter & {
  readonly answers?: AnswerFilter | undefined;
  readonly q?: string | undefined;
  /** The ID of a user, or `none`. */
  readonly assignee?: string | undefined;
};

/** Returns the search that these filters ask for, by the members that an organization has now. */
export async function searchOf(organizationId: string, filters: SearchFilters): Promise<AnswerSearch> {
  const { answers, q, assignee, source, origin, language, browser } = filters;
  const isAssignee = assignee === undefined ? undefined : await assigneeTest(organizationId, assignee);
  const meta = { source, origin, language, browser };
  const isByMeta = Object.values(meta).some(value => value !== undefined);
  return { answers, text: q?.trim() || undefined, isAssignee, meta: isByMeta ? meta : undefined };
}

/** Returns a test for the wanted assignee. A removed member counts as no assignee. */
async function assigneeTest(organizationId: string, assignee: string) {
  if (assignee !== 'none') return (userId?: string) => userId === assignee;
  const members = new Set((await membersOf(organizationId)).map(({ userId }) => userId));
  return (userId?: string) => userId === undefined || !members.has(userId);
}
