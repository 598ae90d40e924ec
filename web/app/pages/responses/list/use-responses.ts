import { useRef, useState } from 'preact/hooks';
import type { Form } from '../../../../../shared/domain/forms/form.ts';
import { call } from '../../../api/client.ts';
import { ApiError } from '../../../api/errors.ts';
import { type List, useList } from '../../../api/load.ts';
import type { Input } from '../../../api/operations.ts';
import { type Filters, isLive, requestOf } from '../filters.ts';
import { rememberList } from '../neighbors.ts';
import type { Response } from '../response.ts';
import { mergePage } from './merge-page.ts';
import { usePoll } from './poll.ts';

const pageSize = 50;

/** The interval in a visible tab: 720 small requests an hour, about a third of a cent at list prices. */
const pollMs = 5000;
const pollSize = 25;

/** The number of responses that the service read for a page, and whether the total covers all. */
type Search = { readonly search?: { readonly read: number; readonly isTotal: boolean } };

export type Responses = Omit<List<Response>, 'data'> & {
  readonly data: (NonNullable<List<Response>['data']> & Search) | undefined;
  /** Responses that arrived while the page was open. */
  readonly fresh: ReadonlySet<string>;
  readonly remove: (ids: readonly string[]) => void;
};

/** The form of a list, which comes with its first page. */
export type FormOfList = { readonly form: Form | undefined; readonly onForm: (form: Form) => void };

/** Loads the responses to a form, page by page. With the newest first, new responses appear by themselves. */
export function useResponses(formId: string, filters: Filters, { form, onForm }: FormOfList): Responses {
  const request = requestOf(filters, formId) as NonNullable<Input<'GET /responses'>['query']>;
  const key = JSON.stringify(request);
  const list = useList<Response>(
    async (cursor, signal) => {
      const wanted = form === undefined && { form: true };
      try {
        const page = await call('GET /responses', {
          query: { ...request, limit: pageSize, cursor, ...wanted },
          signal,
        });
        if (page.form) onForm(page.form as Form);
        return page;
      } catch (error) {
        // The filters don't suit the form, so show them with it.
        const isRefused = wanted && error instanceof ApiError && error.status === 400;
        if (isRefused) onForm(await call('GET /forms/{id}', { params: { id: formId }, ...(signal && { signal }) }));
        throw error;
      }
    },
    [key],
  );
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set());
  const { data, set } = list;
  const shown = useRef(data);
  shown.current = data;
  const look = async (signal: AbortSignal) => {
    if (!shown.current || !isLive(filters)) return;
    const page = await call('GET /responses', { query: { ...request, limit: pollSize }, signal });
    const { items, added, begunAnew } = mergePage(shown.current.items, page.items, page.hasMore);
    const { hasMore, nextCursor } = begunAnew || !page.hasMore ? page : shown.current;
    set({ items, total: page.total, hasMore, nextCursor });
    if (added.length > 0) setFresh(known => new Set([...known, ...added.map(({ id }) => id)]));
  };
  usePoll(look, pollMs, key);
  if (data) rememberList(key, data.items);
  const remove = (ids: readonly string[]) => {
    if (!data) return;
    const items = data.items.filter(({ id }) => !ids.includes(id));
    set({ ...data, items, total: data.total - (data.items.length - items.length) });
  };
  return { ...list, fresh, remove };
}
