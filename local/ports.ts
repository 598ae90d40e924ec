import { createServer } from 'node:net';
import { join } from 'node:path';
import { readJson, writeJson } from './data-folder.ts';

/**
 * Returns a port for each service, the same as at the last start if it is free: clients keep queue URLs and signed
 * links.
 */
export async function rememberedPorts<Name extends string>(
  dataDir: string,
  names: readonly Name[],
): Promise<Record<Name, number>> {
  const file = join(dataDir, 'ports.json');
  const last = (readJson(file) ?? {}) as Record<string, number>;
  const ports = await Promise.all(
    names.map(async name => [name, (await free(last[name] ?? 0)) ?? (await free(0)) ?? 0] as const),
  );
  const remembered = Object.fromEntries(ports) as Record<Name, number>;
  writeJson(file, remembered);
  return remembered;
}

/** Whether nothing listens on the port. */
export async function isFree(port: number): Promise<boolean> {
  return (await free(port)) !== undefined;
}

function free(port: number): Promise<number | undefined> {
  return new Promise(resolve => {
    const server = createServer();
    server.once('error', () => resolve(undefined));
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : undefined));
    });
  });
}
