import { createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

/**
 * Writes content to a file of this machine, so that its size is known and it never is in memory as a whole. Lambda has
 * 512 MB for such files. The file is deleted after its use.
 */
export async function withTemporaryFile<T>(
  content: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>,
  use: (file: { readonly path: string; readonly bytes: number }) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'person-'));
  try {
    const path = join(folder, 'content');
    await pipeline(content, createWriteStream(path));
    return await use({ path, bytes: (await stat(path)).size });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
