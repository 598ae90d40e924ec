import { type ComponentChildren, createContext } from 'preact';
import { useCallback, useContext, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { routeParams } from '../../../shared/domain/pages/route-params.ts';
import { pathTo } from '../api/base.ts';
import { isHeld, leavePage } from './leave-guard.ts';

type Location = {
  /** Path and query of the address: `/app/forms?status=live`. */
  readonly url: string;
  /** The path without a slash at the end: `/app/forms`. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** Shows another page of the dashboard. With `replace`, it replaces this page in the history. */
  readonly route: (url: string, replace?: boolean) => void;
};

const Context = createContext<Location | undefined>(undefined);

/** The current location of the window. */
export function useLocation(): Location {
  const found = useContext(Context);
  if (!found) throw new Error('There is no LocationProvider around this');
  return found;
}

const pathOf = (url: string): string | undefined => url.split('?')[0];

const here = (): string => location.pathname + location.search;

const linkAround = (target: Element) => target.closest<HTMLAnchorElement>('a[href]');

/** Whether a link leads to a page of the dashboard in this window. */
const isOwn = (link: HTMLAnchorElement): boolean =>
  !(link.target || link.download) &&
  link.origin === location.origin &&
  `${link.pathname}/`.startsWith(pathTo('/')) &&
  !link.getAttribute('href')?.startsWith('#');

/** Returns the clicked link if it leads to another page of the dashboard in this window. */
function ownLink(event: MouseEvent): HTMLAnchorElement | undefined {
  const elsewhere = event.button !== 0 || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey;
  const link = event.target instanceof Element && linkAround(event.target);
  return !elsewhere && !event.defaultPrevented && link && isOwn(link) ? link : undefined;
}

/** The events that announce a click on a link. */
const announcements = ['pointerover', 'focusin'] as const;

type LocationProviderProps = {
  readonly children: ComponentChildren;
  /** Called when the pointer or the focus is on a link to another page. */
  readonly onAhead: (path: string) => void;
};

export function LocationProvider({ children, onAhead }: LocationProviderProps) {
  const [url, setUrl] = useState(here);
  const shown = useRef(url);
  shown.current = url;
  const route = useCallback((next: string, replace = false) => {
    history[replace ? 'replaceState' : 'pushState'](null, '', next);
    setUrl(here());
  }, []);
  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      const link = ownLink(event);
      if (!link) return;
      event.preventDefault();
      const go = () => route(link.href);
      return link.pathname === location.pathname ? go() : leavePage(go);
    };
    const onMove = () => {
      const there = here();
      if (!isHeld() || pathOf(there) === pathOf(shown.current)) return setUrl(there);
      // The address has already changed, so restore the address of the page.
      history.pushState(null, '', shown.current);
      leavePage(() => history.back());
    };
    const onAnnounced = ({ target }: Event) => {
      const link = target instanceof Element && linkAround(target);
      if (link && isOwn(link)) onAhead(link.pathname);
    };
    addEventListener('click', onClick);
    addEventListener('popstate', onMove);
    for (const name of announcements) addEventListener(name, onAnnounced);
    return () => {
      removeEventListener('click', onClick);
      removeEventListener('popstate', onMove);
      for (const name of announcements) removeEventListener(name, onAnnounced);
    };
  }, [route, onAhead]);
  const value = useMemo((): Location => {
    const { pathname, searchParams } = new URL(url, location.origin);
    return { url, path: pathname.replace(/\/+$/, ''), query: Object.fromEntries(searchParams), route };
  }, [url, route]);
  return <Context.Provider value={value}>{children}</Context.Provider>;
}

/** Returns the path's values for a page's `:names`: `{ id }` of `/forms/:id/edit`; `undefined` for another page. */
export const paramsOf = (page: string, path: string): Record<string, string> | undefined =>
  routeParams(pathTo(page), path);
