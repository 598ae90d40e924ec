import { useCallback, useEffect, useRef, useState } from 'preact/hooks';

export type LoadState<T> = {
  readonly data: T | undefined;
  readonly error: unknown;
  /** True while it loads, the first time and on every reload. */
  readonly loading: boolean;
  readonly reload: () => void;
  /** Replaces the loaded data with newer data. */
  readonly set: (data: T) => void;
};

/** Loads data when the page is shown, and again when one of `needs` changes. A new request cancels the previous one. */
export function useLoad<T>(read: (signal: AbortSignal) => Promise<T>, needs: readonly unknown[]): LoadState<T> {
  const [state, setState] = useState<{ data?: T; error?: unknown; loading: boolean }>({ loading: true });
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    const controller = new AbortController();
    const settle = (next: { data?: T; error?: unknown }) => {
      if (!controller.signal.aborted) setState({ ...next, loading: false });
    };
    setState(({ data }) => ({ ...(data !== undefined && { data }), loading: true }));
    read(controller.signal).then(
      data => settle({ data }),
      error => settle({ error }),
    );
    return () => controller.abort();
  }, [...needs, turn]);
  const reload = useCallback(() => setTurn(count => count + 1), []);
  const set = useCallback((data: T) => setState({ data, loading: false }), []);
  return { data: state.data, error: state.error, loading: state.loading, reload, set };
}

export type Page<T> = { items: T[]; total: number; hasMore: boolean; nextCursor: string | null };

export type List<T> = LoadState<Page<T>> & {
  /** Loads the next page and appends it. */
  readonly more: () => Promise<void>;
  /** Whether it has been longer than a page, so that a search helps. It stays when a search leaves a short list. */
  readonly isLong: boolean;
};

/** Loads a list page by page, the first page at once. */
export function useList<T>(
  read: (cursor: string | undefined, signal?: AbortSignal) => Promise<Page<T>>,
  needs: readonly unknown[],
): List<T> {
  const loaded = useLoad<Page<T>>(signal => read(undefined, signal), needs);
  const { data, set } = loaded;
  const more = async () => {
    if (!data?.nextCursor) return;
    const next = await read(data.nextCursor);
    set({ ...next, items: [...data.items, ...next.items] });
  };
  const isLong = useRef(false);
  isLong.current ||= data?.hasMore ?? false;
  return { ...loaded, more, isLong: isLong.current };
}

export type Action<A extends unknown[]> = {
  readonly run: (...args: A) => Promise<void>;
  readonly busy: boolean;
  readonly error: unknown;
  readonly clear: () => void;
};

/** Runs the action of a button, one run at a time. Keeps the error until the next attempt. */
export function useAction<A extends unknown[]>(action: (...args: A) => Promise<unknown>): Action<A> {
  const [state, setState] = useState<{ busy: boolean; error: unknown }>({ busy: false, error: undefined });
  const busy = useRef(false);
  const run = async (...args: A) => {
    if (busy.current) return;
    busy.current = true;
    setState({ busy: true, error: undefined });
    const error = await action(...args).then(
      () => undefined,
      reason => reason,
    );
    busy.current = false;
    setState({ busy: false, error });
  };
  const clear = useCallback(() => setState({ busy: false, error: undefined }), []);
  return { run, busy: state.busy, error: state.error, clear };
}
