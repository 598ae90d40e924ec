/** Splits a list into batches of one size, in order. The last one may be smaller. */
export const batchesOf = <T>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, n) => all.slice(n * size, (n + 1) * size));

/** Does the same for an async sequence. */
export async function* inBatches<T>(all: AsyncIterable<T> | Iterable<T>, size: number): AsyncGenerator<T[]> {
  let batch: T[] = [];
  for await (const each of all) {
    if (batch.push(each) < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
