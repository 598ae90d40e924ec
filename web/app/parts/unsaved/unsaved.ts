import { useLayoutEffect } from 'preact/hooks';
import { askBefore } from '../../router/leave-guard.ts';
import { confirm } from '../notices.tsx';
import { t } from './texts/t.ts';

/**
 * Asks before the user leaves a page with unsaved changes: by a link, another organization or environment, the
 * browser's buttons, or by closing the tab.
 *
 * @param text says what happens to the changes; by default, that they will be lost
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

/** The parts of the page with unsaved changes. */
const unsaved = new Set<{ readonly text: string }>();

/** Guards the page as long as any part of it has unsaved changes. */
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
