const quote = 0x22;
const lineFeed = 0x0a;

/**
 * Counts the records of a CSV, or the lines of JSON Lines, that a stream of bytes has brought: line breaks, except those
 * within quotation marks of CSV. UTF-8 has both signs in no other character.
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

/** JSON Lines as one array of JSON: a comma in place of each line break but the last. */
export async function arrayOf(lines: Blob): Promise<Blob> {
  const text = (await lines.text()).trimEnd();
  return new Blob(['[', text.replaceAll('\n', ',\n'), ']\n'], { type: 'application/json' });
}
