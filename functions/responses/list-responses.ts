import { listResponses } from '../../shared/contracts/responses/responses.ts';
import type { Response } from '../../shared/domain/responses/response.ts';
import { notFound } from '../../shared/errors.ts';
import { addLinks, streamWithLinks } from '../../shared/files/links.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { csvColumns } from '../../shared/http/exports/csv.ts';
import { exportOf } from '../../shared/http/exports/export.ts';
import { pageOf, positionOf } from '../../shared/http/page.ts';
import { timesOf } from '../../shared/http/times.ts';
import { responseAddress } from '../../shared/ids.ts';
import { audit } from '../../shared/store/audit.ts';
import { hasTimes } from '../../shared/store/lists/counted-list.ts';
import { responsesOfEnvironment, responsesOfForm } from '../../shared/store/responses/response-lists.ts';

export const handler = endpoint(listResponses, async ({ query, caller }) => {
  const { form_id: formId, status, folder, format, order, offset = 0 } = query;
  const position = positionOf(query);
  const filter = { status, folder, ...timesOf(query) };
  const list = await (formId === undefined
    ? responsesOfEnvironment(caller, filter)
    : responsesOfForm(caller, formId, filter));
  if (!list) throw notFound('Form');

  const limit = query.limit ?? (format === 'json' ? 50 : Number.POSITIVE_INFINITY);
  const expected = Number.isFinite(limit) ? limit + 1 : undefined;
  const responses = list.read({ order, position, offset, expected });
  if (format === 'json') {
    const sortKeyOf = ({ id }: Response) => responseAddress(id)?.sortKey ?? '';
    const { count } = list;
    const page = await pageOf(responses, { ...query, limit }, { sortKeyOf, count, keepTotal: hasTimes(list.scope) });
    return query.files === 'url' ? { ...page, items: await addLinks(page.items) } : page;
  }
  await audit(caller, listResponses.auditedExport, formId ?? caller.environmentId);
  const { columns, retired } = await list.columns();
  const exported = firstOf(responses, limit);
  const rows = query.files === 'url' ? streamWithLinks(exported) : exported;
  return exportOf(rows, csvColumns(columns, retired), { ...query, format, name: list.title });
});

async function* firstOf<T>(records: AsyncGenerator<T>, limit: number) {
  let count = 0;
  for await (const record of records) {
    if (count === limit) return;
    yield record;
    count += 1;
  }
}
