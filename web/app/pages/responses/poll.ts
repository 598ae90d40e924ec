import { useEffect, useRef } from 'preact/hooks';

/**
 * Runs something again and again for as long as the page is seen, each time so long after the last has ended; longer after
 * failures, up to a minute. A hidden tab asks nothing, and asks at once when it is seen again. Another key restarts it.
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
      if (running || document.hidden || controller.signal.aborted) return;
      running = true;
      const ok = await latest.current(controller.signal).then(
        () => true,
        () => false,
      );
      running = false;
      failures = ok ? 0 : failures + 1;
      if (!controller.signal.aborted) timer = setTimeout(turn, Math.min(everyMs * 2 ** failures, 60_000));
    };
    const look = () => {
      if (running) return;
      clearTimeout(timer);
      timer = setTimeout(turn, 0);
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
