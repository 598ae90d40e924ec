import { useEffect, useRef } from 'preact/hooks';
import { useUnsaved } from '../../../parts/unsaved/unsaved.ts';
import type { Draft } from '../model/draft.ts';
import { forgetUnsaved, keepUnsaved } from '../model/unsaved-draft.ts';
import { t } from '../texts/t.ts';
import type { Saving } from './use-saving.ts';

const pauseMs = 400;

/**
 * Keeps changes in this browser until the service has them. Asks before the user leaves the page with changes that
 * can't be saved.
 */
export function useUnsavedDraft(
  formId: string,
  base: Draft,
  draft: Draft,
  { dirty, step }: Pick<Saving, 'dirty' | 'step'>,
): void {
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

  useUnsaved(step === 'notSaved', t('leaveText'));
}
