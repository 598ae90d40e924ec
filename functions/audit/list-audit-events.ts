import { listAuditEvents } from '../../shared/contracts/accounts/audit.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { pageOf, positionOf } from '../../shared/http/lists/page.ts';
import { timesOf } from '../../shared/http/lists/times.ts';
import { countAuditEvents, readAuditEvents } from '../../shared/store/audit-lists.ts';
import { dropFirst } from '../../shared/store/timeline.ts';

export const handler = endpoint(listAuditEvents, async ({ query, caller: { organizationId } }) => {
  const { action, actor_id: actorId, subject_id: subjectId, order, offset = 0, limit } = query;
  const position = positionOf(query);
  const filter = { action, actorId, subjectId, ...timesOf(query) };
  const events = readAuditEvents(organizationId, filter, { order, position, expected: offset + limit + 1 });
  return pageOf(dropFirst(events, offset), query, {
    sortKeyOf: ({ id }) => id,
    count: () => countAuditEvents(organizationId, filter),
    keepTotal: true,
  });
});
