import { useLayoutEffect } from 'preact/hooks';
import { askBefore } from '../leave-guard.ts';
import { confirm } from '../notices.tsx';
import { t } from './texts/t.ts';

/**
 * Asks before a page is left on which something is not saved: by a link, a change of place, the browser's buttons, or the
 * end of the tab.
 *
 * @param text what becomes of it: that it is lost, if nothing else
 */
export function useUnsaved(isUnsaved: boolean, text: string = t('lost')): void {
  // Before the next key press: an effect after painting may come too late for it.
  useLayoutEffect(() => {
    if (!isUnsaved) return;
    const part = { text };
    unsaved.add(part);
    guard();
    return () => {
      unsaved.delete(part);
      guard();
    };
  }, [isUnsaved, text]);
}

/** The parts of the page on which something is not saved. */
const unsaved = new Set<{ readonly text: string }>();

/** Guards the page for as long as any part of it needs that. */
function guard(): void {
  const [first] = unsaved;
  if (!first) {
    removeEventListener('beforeunload', warn);
    askBefore(undefined);
    return;
  }
  addEventListener('beforeunload', warn);
  askBefore(leave =>
    confirm({
      title: t('title'),
      text: first.text,
      action: t('leave'),
      run: async () => {
        unsaved.clear();
        guard();
        leave();
      },
    }),
  );
}

const warn = (event: BeforeUnloadEvent) => event.preventDefault();
