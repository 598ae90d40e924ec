import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Editor } from './context.ts';

/** Moves the focus once the page shows the change. */
export function useFocus(): Editor['focusOn'] {
  const wanted = useRef<(() => void) | undefined>(undefined);
  useLayoutEffect(() => {
    wanted.current?.();
    wanted.current = undefined;
  });
  const label = (id: string) =>
    document.querySelector<HTMLTextAreaElement>(`[data-card="${CSS.escape(id)}"] .ed-label`);
  return (id, part) => {
    const before = document.activeElement;
    wanted.current = () => {
      const same =
        part === 'same' && before instanceof HTMLElement && before.isConnected && !before.matches(':disabled');
      const target = same ? before : label(id);
      target?.focus();
      (target?.closest('[data-card]') ?? target)?.scrollIntoView({ block: 'nearest' });
      if (part === 'label' && target instanceof HTMLTextAreaElement) target.select();
    };
  };
}
