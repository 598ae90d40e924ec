import { useLocation } from './location.tsx';

type Query = Readonly<Record<string, string>>;

/** The page's state in the parameters of its address. Reloading, bookmarks and links keep it. */
export function useQuery(): { query: Query; change: (changes: Readonly<Record<string, string | undefined>>) => void } {
  const { path, query, route } = useLocation();
  const change = (changes: Readonly<Record<string, string | undefined>>) =>
    route(path + searchOf({ ...query, ...changes }), true);
  return { query, change };
}

/** `?status=partial`; empty without parameters. */
export function searchOf(values: Readonly<Record<string, string | undefined>>): string {
  const said = Object.entries(values).filter((entry): entry is [string, string] => Boolean(entry[1]));
  return said.length > 0 ? `?${new URLSearchParams(said)}` : '';
}
