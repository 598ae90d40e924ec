/**
 * Runs the work for each item, `atOnce` at a time. Resolves in the order of the list, and rejects with the first
 * failure.
 */
export async function inParallel<T, R>(all: readonly T[], atOnce: number, work: (each: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const waiting = all.entries();
  const workOff = async (): Promise<void> => {
    for (const [index, each] of waiting) results[index] = await work(each);
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, all.length) }, workOff));
  return results;
}
