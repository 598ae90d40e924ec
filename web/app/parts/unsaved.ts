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
  const warn = (event: BeforeUnloadEvent) => event.preventDefault();
  const end = () => {
    removeEventListener('beforeunload', warn);
    askBefore(undefined);
  };
  addEventListener('beforeunload', warn);
  askBefore(leave =>
    confirm({
      title: t('title'),
      text,
      action: t('leave'),
      run: async () => {
        end();
        leave();
      },
    }),
  );
  return end;
}
