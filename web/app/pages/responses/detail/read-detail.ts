import { callTagged } from '../../../api/call-tagged.ts';
import { call } from '../../../api/client.ts';
import { type Filters, isSearch, requestOf } from '../filters.ts';
import { neighborsOf } from '../neighbors.ts';
import type { Response } from '../response.ts';

export type Detail = {
  readonly response: Response;
  /** The ETag, for the next change. */
  readonly etag: string;
  /** The files, with links to download them. */
  readonly files: NonNullable<Response['files']>;
};

/** Reads the current response with its files, and the `ETag` that a change needs. */
export async function readDetail(id: string, signal?: AbortSignal): Promise<Detail> {
  const { record: response, etag } = await callTagged('GET /responses/{id}', {
    params: { id },
    ...(signal && { signal }),
  });
  return { response, etag, files: await filesOf(response, signal) };
}

/** More responses than this are hardly ever submitted in the same millisecond. */
const tiesMax = 25;

/** Reads the list at the moment of the submission, because only lists have links to files. */
async function filesOf(response: Response, signal?: AbortSignal): Promise<Detail['files']> {
  const hasFile = Object.values(response.answers)
    .flat()
    .some(answer => String(answer).startsWith('file_'));
  if (!hasFile) return {};
  const time = Date.parse(response.submittedAt);
  const { items } = await call('GET /responses', {
    query: {
      form_id: response.formId,
      folder: response.restricted ? 'restricted' : response.spam ? 'spam' : 'inbox',
      files: 'url',
      from: response.submittedAt,
      to: new Date(time + 1).toISOString(),
      limit: tiesMax,
    },
    signal,
  });
  return items.find(({ id }) => id === response.id)?.files ?? {};
}

export type Neighbours = { readonly previous: string | undefined; readonly next: string | undefined };

/**
 * Returns the responses before and after one in the filtered list. If the filters search for an answer, only the list
 * shown last is used, because the service would have to read every response.
 */
export async function readNeighbours(response: Response, filters: Filters, signal: AbortSignal): Promise<Neighbours> {
  const { from, to, ...request } = requestOf(filters, response.formId);
  const { before, after } = neighborsOf(JSON.stringify(requestOf(filters, response.formId)), response.id);
  if (isSearch(filters) || (before && after)) return { previous: before, next: after };
  const later = { from: response.submittedAt, to };
  const earlier = { from, to: new Date(Date.parse(response.submittedAt) + 1).toISOString() };
  const read = async (order: Filters['order'], times: typeof later | typeof earlier) => {
    const query = { ...request, ...times, order, limit: tiesMax };
    const { items } = await call('GET /responses', { query: query as FormQuery, signal });
    return items[items.findIndex(({ id }) => id === response.id) + 1]?.id;
  };
  const [newer, older] = await Promise.all([read('asc', later), read('desc', earlier)]);
  return filters.order === 'asc' ? { previous: older, next: newer } : { previous: newer, next: older };
}

type FormQuery = { form_id: string };
