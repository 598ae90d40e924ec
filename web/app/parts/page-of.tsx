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

/** A page that is loaded when it is first shown. */
export function pageOf<P extends object>(
  load: Load<P>,
  outline: ComponentChildren = <Skeleton shape="page" lines={9} />,
): ComponentType<P> {
  let page: ComponentType<P> | undefined;
  return function Page(props: P) {
    const [state, setState] = useState<{ error?: unknown }>({});
    useEffect(() => {
      if (page) return;
      loadedOrReloaded(load).then(
        loaded => {
          page = loaded.default;
          setState({});
        },
        error => setState({ error }),
      );
    }, []);
    if (state.error) throw state.error;
    const Loaded = page;
    return Loaded ? <Loaded {...props} /> : outline;
  };
}
