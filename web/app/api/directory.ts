import { useEffect, useMemo, useState } from 'preact/hooks';
import { call, countChanges } from './client.ts';
import type { Page } from './load.ts';
import type { ItemOf } from './operations.ts';
import { useSession } from './session.tsx';

export type DirectoryRoute = 'GET /forms' | 'GET /users';
export type Entry<R extends DirectoryRoute> = ItemOf<R> & { readonly id: string };

/** The part of a list that has been loaded, newest first. */
type Directory = {
  items: readonly { readonly id: string }[];
  isWhole: boolean;
  /** Loads the next page, once for all who ask at the same time. */
  readonly more: () => Promise<void>;
};

/** How long a list is kept. Changes that are made here discard it at once. */
const keptMs = 60_000;
const firstPage = 100;
const laterPages = 1000;

const kept = new Map<string, { readonly directory: Directory; readonly at: number; readonly changes: number }>();

function directoryOf(route: DirectoryRoute, place: string): Directory {
  const key = `${route} ${place}`;
  const found = kept.get(key);
  if (found && Date.now() - found.at < keptMs && found.changes === countChanges()) return found.directory;
  const directory = newDirectory(route);
  kept.set(key, { directory, at: Date.now(), changes: countChanges() });
  return directory;
}

function newDirectory(route: DirectoryRoute): Directory {
  let cursor: string | undefined;
  let loading: Promise<void> | undefined;
  const load = async () => {
    const query = { limit: cursor ? laterPages : firstPage, cursor, ...(route === 'GET /users' && { total: false }) };
    const page = (await call(route, { query })) as Page<{ readonly id: string }>;
    directory.items = [...directory.items, ...page.items];
    directory.isWhole = !page.hasMore;
    cursor = page.nextCursor ?? undefined;
  };
  const directory: Directory = {
    items: [],
    isWhole: false,
    more: () => {
      loading ??= load().finally(() => {
        loading = undefined;
      });
      return loading;
    },
  };
  return directory;
}

type Loaded<R extends DirectoryRoute> = {
  readonly items: readonly Entry<R>[];
  readonly isWhole: boolean;
  readonly isLoading: boolean;
};

/**
 * Loads a list of the service until it is enough, and keeps it for the next one who asks. The service has no search, so
 * this searches thousands of records with a few requests, and none while you type on.
 *
 * @param isEnough whether the loaded items, newest first, are what is wanted
 */
export function useDirectory<R extends DirectoryRoute>(
  route: R,
  isEnough: (items: readonly Entry<R>[]) => boolean,
): Loaded<R> {
  const { organization, environment } = useSession();
  const directory = useMemo(() => directoryOf(route, `${organization.id} ${environment}`), [organization, environment]);
  const [failed, setFailed] = useState(false);
  const [, setTurn] = useState(0);
  const items = directory.items as readonly Entry<R>[];
  const isLoading = !failed && !directory.isWhole && !isEnough(items);
  useEffect(() => {
    if (!isLoading) return;
    let isShown = true;
    directory.more().then(
      () => isShown && setTurn(turn => turn + 1),
      () => isShown && setFailed(true),
    );
    return () => {
      isShown = false;
    };
  }, [directory, isLoading, items]);
  return { items, isWhole: directory.isWhole, isLoading };
}

/** Whether the items, newest first, have each of these IDs, or have passed where it would be. */
export function covers(items: readonly { readonly id: string }[], ids: readonly string[]): boolean {
  const last = items.at(-1)?.id;
  return ids.every(id => (last !== undefined && last < id) || items.some(item => item.id === id));
}
