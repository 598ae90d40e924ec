import type { ComponentChildren, ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Skeleton } from './feedback.tsx';

export type PageProps = { readonly params: Readonly<Record<string, string>> };
type Load<P> = () => Promise<{ readonly default: ComponentType<P> }>;

const reloadedKey = 'formline.reloaded';

/** Loads a module. After a deployment its file may be gone: then the page reloads once to learn the new names. */
export async function loadedOrReloaded<T>(load: () => Promise<T>): Promise<T> {
  try {
    const loaded = await load();
    sessionStorage.removeItem(reloadedKey);
    return loaded;
  } catch (error) {
    if (!navigator.onLine || sessionStorage.getItem(reloadedKey)) throw error;
    sessionStorage.setItem(reloadedKey, '1');
    location.reload();
    return new Promise(() => {});
  }
}

/** A part of a page, such as a dialog, that is loaded when it is first shown. Nothing is shown before that. */
export const partOf = <P extends object>(load: Load<P>): ComponentType<P> => pageOf(load, null);

/** A page with what loads it ahead, such as when the pointer is over a link to it. */
export type LazyPage<P> = ComponentType<P> & { readonly preload: () => void };

/** A page that is loaded when it is first shown. */
export function pageOf<P extends object>(
  load: Load<P>,
  outline: ComponentChildren = <Skeleton shape="page" lines={9} />,
): LazyPage<P> {
  let page: ComponentType<P> | undefined;
  const loadPage = async () => {
    page ??= (await load()).default;
  };
  function Page(props: P) {
    const [state, setState] = useState<{ error?: unknown }>({});
    const Loaded = page;
    useEffect(() => {
      if (Loaded) return;
      loadedOrReloaded(loadPage).then(
        () => setState({}),
        error => setState({ error }),
      );
    }, []);
    if (state.error) throw state.error;
    return Loaded ? <Loaded {...props} /> : outline;
  }
  const preload = () => {
    // The page itself tells what went wrong, if it is opened.
    loadPage().catch(() => {});
  };
  return Object.assign(Page, { preload });
}
