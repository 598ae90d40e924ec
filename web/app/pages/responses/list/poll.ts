import { useEffect, useRef } from 'preact/hooks';

/** A hidden tab asks this seldom: 60 small requests an hour. */
const hiddenMs = 60_000;

const pauseAfter = (failures: number, everyMs: number): number =>
  document.hidden ? hiddenMs : Math.min(everyMs * 2 ** failures, 60_000);

/**
 * Runs something repeatedly, waiting this long after each run, and longer after failures, up to a minute. A hidden tab
 * runs it once a minute, and at once when it becomes visible. A new key restarts it.
 */
export function usePoll(run: (signal: AbortSignal) => Promise<unknown>, everyMs: number, key: string): void {
  const latest = useRef(run);
  latest.current = run;
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let failures = 0;
    let running = false;
    const controller = new AbortController();
    const turn = async () => {
      if (running || controller.signal.aborted) return;
      running = true;
      const ok = await latest.current(controller.signal).then(
        () => true,
        () => false,
      );
      running = false;
      failures = ok ? 0 : failures + 1;
      if (!controller.signal.aborted) timer = setTimeout(turn, pauseAfter(failures, everyMs));
    };
    const look = () => {
      if (running) return;
      clearTimeout(timer);
      timer = setTimeout(turn, document.hidden ? hiddenMs : 0);
    };
    timer = setTimeout(turn, everyMs);
    document.addEventListener('visibilitychange', look);
    return () => {
      controller.abort();
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [everyMs, key]);
}
