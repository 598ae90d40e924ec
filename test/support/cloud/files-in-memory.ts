import { existsSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

/**
 * Returns a folder for an engine's files. In memory, if there is room, the engine doesn't wait for the disk after each
 * item. Otherwise returns the usual folder.
 */
export function filesInMemory(): string {
  const directory = '/dev/shm';
  if (!existsSync(directory)) return tmpdir();
  const { bavail, bsize } = statfsSync(directory);
  return bavail * bsize > 2e9 ? directory : tmpdir();
}
