import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve as resolvePath } from 'node:path';

/**
 * Locks a directory until this process ends, however it ends. The lock is a name that only one process can listen on.
 * Returns a function that releases it, or undefined while another process holds the lock.
 */
export async function tryLock(directory: string): Promise<(() => void) | undefined> {
  const name = `local-cloud-${createHash('sha256').update(resolvePath(directory)).digest('hex').slice(0, 32)}`;
  // On Linux, the name is not in the file system, so it can't be left behind.
  if (process.platform === 'linux') return await listen(`\0${name}`);
  if (process.platform === 'win32') return await listen(`\\\\.\\pipe\\${name}`);
  const file = join(tmpdir(), `${name}.sock`);
  if (!(await answers(file))) rmSync(file, { force: true });
  return await listen(file);
}

function listen(path: string): Promise<(() => void) | undefined> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', error => {
      if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') resolve(undefined);
      else reject(error);
    });
    server.listen(path, () => resolve(() => server.close())).unref();
  });
}

function answers(path: string): Promise<boolean> {
  return new Promise(resolve => {
    const socket = connect(path);
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}
