import { useEffect, useRef } from 'preact/hooks';
import { useUnsaved } from '../../../parts/unsaved/unsaved.ts';
import type { Draft } from '../model/draft.ts';
import { forgetUnsaved, keepUnsaved } from '../model/unsaved-draft.ts';
import { t } from '../texts/t.ts';

const pauseMs = 400;

/** Keeps unsaved changes in this browser, and asks before the user leaves the page with any. */
export function useUnsavedDraft(formId: string, base: Draft, draft: Draft, dirty: boolean): void {
  const now = useRef({ base, draft, dirty });
  now.current = { base, draft, dirty };

  useEffect(() => {
    const put = () => {
      const { dirty: isDirty, ...forms } = now.current;
      if (isDirty) keepUnsaved(localStorage, formId, { ...forms, at: new Date().toISOString() });
      else forgetUnsaved(localStorage, formId);
    };
    const timer = setTimeout(put, pauseMs);
    addEventListener('pagehide', put);
    return () => {
      clearTimeout(timer);
      removeEventListener('pagehide', put);
      if (now.current.dirty) put();
    };
  }, [formId, base, draft, dirty]);

  useUnsaved(dirty, t('leaveText'));
}
