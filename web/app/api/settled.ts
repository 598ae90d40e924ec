import { useEffect, useState } from 'preact/hooks';

/** Returns a value once it has not changed for a moment, so that not each key of a search is a request. */
export function useSettled<T>(value: T, ms = 250): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return settled;
}
