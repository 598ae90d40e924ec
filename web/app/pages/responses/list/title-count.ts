import { useEffect, useRef } from 'preact/hooks';

const setCount = (count: number): void => {
  const title = document.title.replace(/^\(\d+\) /, '');
  document.title = count > 0 ? `(${count}) ${title}` : title;
};

/**
 * Shows in the tab's title how many responses have arrived while the tab was hidden.
 *
 * @param count the number of responses that have arrived since the page was opened
 */
export function useTitleCount(count: number): void {
  const seen = useRef(count);
  useEffect(() => {
    const show = () => {
      if (!document.hidden) seen.current = count;
      setCount(count - seen.current);
    };
    show();
    document.addEventListener('visibilitychange', show);
    return () => document.removeEventListener('visibilitychange', show);
  }, [count]);
  useEffect(() => () => setCount(0), []);
}
