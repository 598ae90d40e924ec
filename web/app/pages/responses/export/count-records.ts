const quote = 0x22;
const lineFeed = 0x0a;

/**
 * Returns a function that counts the records of a CSV, or the lines of JSON Lines, as the bytes of a stream arrive. It
 * counts line breaks, except those within quotation marks in CSV. UTF-8 uses the bytes of both characters for nothing
 * else.
 */
export function recordCounter(format: 'csv' | 'jsonl'): (bytes: Uint8Array) => number {
  let count = format === 'csv' ? -1 : 0;
  let quoted = false;
  return bytes => {
    for (const byte of bytes) {
      if (byte === quote && format === 'csv') quoted = !quoted;
      else if (byte === lineFeed && !quoted) count += 1;
    }
    return Math.max(count, 0);
  };
}

/** Turns JSON Lines into one JSON array by adding a comma after each line except the last. */
export async function arrayOf(lines: Blob): Promise<Blob> {
  const text = (await lines.text()).trimEnd();
  return new Blob(['[', text.replaceAll('\n', ',\n'), ']\n'], { type: 'application/json' });
}
