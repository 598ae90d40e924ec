import { randomUUID } from 'node:crypto';
import { cpSync, existsSync, globSync, mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tryLock } from '../lock.ts';
import type { FunctionResource } from '../template/functions.ts';

const prefix = join(tmpdir(), 'local-cloud-code-');

/** Where code is unpacked, as in `/var/task`: above the assembly a function would find the packages of this project. */
export class UnpackedCode {
  readonly #directory = `${prefix}${randomUUID()}`;
  #release: (() => void) | undefined;

  /** Removes what processes that were killed have left, too. */
  async open(): Promise<this> {
    // The lock is there before its directory, or another process would take it for left behind.
    this.#release = await tryLock(this.#directory);
    mkdirSync(this.#directory);
    await Promise.all(globSync(`${prefix}*`).map(removeUnlocked));
    return this;
  }

  of({ name, codeDir }: Pick<FunctionResource, 'name' | 'codeDir'>): string {
    const directory = join(this.#directory, name);
    if (!existsSync(directory)) cpSync(codeDir, directory, { recursive: true });
    return directory;
  }

  close(): void {
    rmSync(this.#directory, { recursive: true, force: true });
    this.#release?.();
  }
}

async function removeUnlocked(directory: string): Promise<void> {
  const release = await tryLock(directory);
  if (!release) return;
  try {
    rmSync(directory, { recursive: true, force: true });
  } catch {
    // Another user's.
  }
  release();
}
