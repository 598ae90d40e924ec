import { Readable } from 'node:stream';
import { listResponses } from '../../shared/contracts/responses/responses.ts';
import { recordsReading } from '../../shared/domain/responses/policed-fields.ts';
import type { Response } from '../../shared/domain/responses/response.ts';
import { invalidParameter, notFound } from '../../shared/errors.ts';
import { addLinks, streamWithLinks } from '../../shared/files/links.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { type ExportOptions, exportOf } from '../../shared/http/exports/export.ts';
import { checkListQuery, columnsOf, linkToNext } from '../../shared/http/exports/responses-query.ts';
import { cursorOf, pageOf, positionOf, readPage } from '../../shared/http/lists/page.ts';
import { timeIn, timesOf } from '../../shared/http/lists/times.ts';
import type { Request } from '../../shared/http/read-request.ts';
import type { Reply } from '../../shared/http/reply.ts';
import { inParallel } from '../../shared/in-parallel.ts';
import { audit } from '../../shared/store/audit.ts';
import { recordReading } from '../../shared/store/readings.ts';
import { searchOf } from '../../shared/store/responses/answer-search.ts';
import {
  type ResponseList,
  responsesOfEnvironment,
  responsesOfForm,
  type SearchProgress,
} from '../../shared/store/responses/response-lists.ts';

type ListRequest = Request<typeof listResponses>;

/** The maximum size in bytes of a part of an export. A link leads to the rest. */
const exportBytesMax = 64 * 1024 * 1024;

const formsAtOnce = 10;

export const handler = endpoint(listResponses, async request => {
  const { query, caller } = request;
  const { form_id: formId, status, handling, folder } = query;
  checkListQuery(query);
  const filter = { status, folder, ...timesOf(query), updatedSince: timeIn(query, 'updated_since') };
  const list = await (formId === undefined
    ? responsesOfEnvironment(caller, filter)
    : responsesOfForm(caller, formId, { ...filter, handling }, await searchOf(caller.organizationId, query)));
  if (!list) throw notFound('Form');
  if (list.faults) throw invalidParameter(list.faults);
  const { format } = query;
  return format === 'json' ? pageOfList(list, request) : download(list, request, format);
});

async function pageOfList(list: ResponseList, { query, caller }: ListRequest) {
  const limit = query.limit ?? 50;
  const { count, keepTotal, positionOf } = list;
  const page = await pageOf(
    readList(list, query, limit),
    { ...query, limit },
    { sortKeyOf: positionOf, count, keepTotal },
  );
  await recordReads(list, page.items, { query, caller });
  const found = list.search ? pageOfSearch(page, list.search) : page;
  return {
    ...found,
    ...(query.files === 'url' && { items: await addLinks(found.items) }),
    ...(query.form && { form: await formOf(list) }),
  };
}

/** Returns the form of a list of one form, which was read with it. Few requests need what shows it. */
async function formOf(list: ResponseList) {
  const [stored] = list.formsOf([]);
  const { shownForm } = await import('../../shared/http/forms/form-reply.ts');
  return stored && shownForm(stored.form);
}

/** Records which forms the page shows responses of, and that it links to their files. */
async function recordReads(
  list: ResponseList,
  items: readonly Response[],
  { query, caller }: Pick<ListRequest, 'query' | 'caller'>,
) {
  const forms = items.length > 0 ? [...list.formsOf(items)] : [];
  await inParallel(forms, formsAtOnce, async stored => {
    const subject = { id: stored.form.id, name: stored.form.title };
    if (recordsReading(stored)) await recordReading(caller, 'responses.read', subject);
    if (query.files === 'url') await recordReading(caller, 'files.read', subject);
  });
}

type ResponsePage = Awaited<ReturnType<typeof pageOf<Response>>>;

/** Returns a page of a search. A search that has read enough continues on the next page, after the last read row. */
function pageOfSearch(page: ResponsePage, { read, stoppedAt, isTotal }: SearchProgress) {
  const isStopped = stoppedAt !== undefined && !page.hasMore;
  return {
    ...page,
    ...(isStopped && { hasMore: true, nextCursor: cursorOf(stoppedAt, page.total) }),
    search: { read, isTotal: isTotal && !isStopped },
  };
}

/** @param limit the number of responses that the caller takes */
function readList(list: ResponseList, query: ListRequest['query'], limit?: number): AsyncGenerator<Response> {
  const { updated_since: since, order = since === undefined ? 'desc' : 'asc', offset = 0 } = query;
  const expected = limit && limit + 1;
  return list.read({ order, position: positionOf(query), offset, expected, ahead: limit === undefined });
}

async function download(list: ResponseList, request: ListRequest, format: ExportOptions['format']): Promise<Reply> {
  const { query, caller } = request;
  const known = await list.columns();
  const columns = columnsOf(query, known);
  await audit(caller, listResponses.auditedExport, query.form_id ?? caller.environmentId);
  const { rows, last } = await exported(list, query);
  const reached = last ? list.positionOf(last) : list.search?.stoppedAt;
  const next = reached && linkToNext(request, cursorOf(reached));
  const linked = query.files === 'url' ? streamWithLinks(rows) : rows;
  return exportOf(linked, { ...query, format, name: list.title, columns, fields: known.fields, next });
}

/** Exports all rows, or with a limit the first rows and a cursor to the rest. */
async function exported(list: ResponseList, query: ListRequest['query']) {
  const records = readList(list, query, query.limit);
  if (query.limit === undefined) return { rows: records };
  const { items, hasMore } = await readPage(records, query.limit, exportBytesMax);
  return { rows: Readable.from(items), last: hasMore ? items.at(-1) : undefined };
}
