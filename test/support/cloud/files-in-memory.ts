import { existsSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

/** Where an engine's files do not make it wait for the disk after each item, if there is room; else where all files lie. */
export function filesInMemory(): string {
  const directory = '/dev/shm';
  if (!existsSync(directory)) return tmpdir();
  const { bavail, bsize } = statfsSync(directory);
  return bavail * bsize > 2e9 ? directory : tmpdir();
}
