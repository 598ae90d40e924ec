import { useEffect, useRef } from 'preact/hooks';
import { confirm, toast } from '../../parts/notices.tsx';
import type { Draft } from './model/draft.ts';
import { forget, keep } from './model/kept.ts';
import { t } from './texts.ts';

const pauseMs = 400;

/** Keeps what is not saved in this browser, and asks before the page is left with it. */
export function useKept(formId: string, base: Draft, draft: Draft, dirty: boolean): void {
  const now = useRef({ base, draft, dirty });
  now.current = { base, draft, dirty };

  useEffect(() => {
    const put = () => {
      const { dirty: isDirty, ...forms } = now.current;
      if (isDirty) keep(localStorage, formId, { ...forms, at: new Date().toISOString() });
      else forget(localStorage, formId);
    };
    const timer = setTimeout(put, pauseMs);
    addEventListener('pagehide', put);
    return () => {
      clearTimeout(timer);
      removeEventListener('pagehide', put);
      if (now.current.dirty) put();
    };
  }, [formId, base, draft, dirty]);

  useEffect(() => {
    if (!dirty) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    document.addEventListener('click', askBeforeLink, true);
    return () => {
      removeEventListener('beforeunload', ask);
      document.removeEventListener('click', askBeforeLink, true);
    };
  }, [dirty]);

  // Nothing holds up the button of the browser that goes back: what is not saved is kept, and said to be.
  useEffect(() => () => (now.current.dirty && !leaving ? toast(t('keptHere')) : undefined), []);
}

let leaving = false;

/** A link to another page of the dashboard is followed once somebody has said so. */
function askBeforeLink(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null;
  const isElsewhere = link && link.origin === location.origin && link.pathname !== location.pathname && !link.target;
  if (!isElsewhere || leaving || event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  event.stopPropagation();
  confirm({
    title: t('leaveTitle'),
    text: t('leaveText'),
    action: t('leave'),
    run: async () => {
      leaving = true;
      link.click();
      leaving = false;
    },
  });
}
