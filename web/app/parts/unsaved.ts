import { useEffect } from 'preact/hooks';
import { askBefore } from './leaving.ts';
import { confirm } from './notices.tsx';
import { t } from './unsaved-texts.ts';

/**
 * Asks before a page is left on which something is not saved: by a link, a change of place, the browser's buttons, or the
 * end of the tab.
 *
 * @param text what becomes of it: that it is lost, if nothing else
 */
export function useUnsaved(isUnsaved: boolean, text: string = t('lost')): void {
  useEffect(() => (isUnsaved ? guarded(text) : undefined), [isUnsaved, text]);
}

/** Guards the page until the function that it answers is called. */
function guarded(text: string): () => void {
  const here = location.href;
  const controller = new AbortController();
  const { signal } = controller;
  const end = () => {
    controller.abort();
    askBefore(undefined);
  };
  const ask = (leave: () => unknown) =>
    confirm({
      title: t('title'),
      text,
      action: t('leave'),
      run: async () => {
        end();
        leave();
      },
    });
  askBefore(ask);
  addEventListener('beforeunload', event => event.preventDefault(), { signal });
  document.addEventListener('click', event => askBeforeLink(event, ask), { signal, capture: true });
  // The address is another one by now: it becomes this page's again, ahead of the router, which is not told.
  const onMove = (event: PopStateEvent) => {
    event.stopImmediatePropagation();
    history.pushState(null, '', here);
    ask(() => history.back());
  };
  addEventListener('popstate', onMove, { signal, capture: true });
  return end;
}

function askBeforeLink(event: MouseEvent, ask: (leave: () => unknown) => void): void {
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null;
  const isElsewhere = link && link.origin === location.origin && link.pathname !== location.pathname && !link.target;
  if (!isElsewhere || link.download || event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  event.stopPropagation();
  ask(() => link.click());
}
