import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Skeleton } from '../parts/feedback.tsx';

export type PageProps = { readonly params: Readonly<Record<string, string>> };
type Load<P> = () => Promise<{ readonly default: ComponentType<P> }>;

const reloadedKey = 'formline.reloaded';

/** After a deployment, the files that an open page knows are gone: it is loaded anew, once, and then knows the new ones. */
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

/** A page, or a part of one, that is loaded when it is first shown. */
export function pageOf<P extends object>(load: Load<P>): ComponentType<P> {
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
    return Loaded ? <Loaded {...props} /> : <Skeleton lines={6} />;
  };
}
