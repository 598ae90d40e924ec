import { createServer, type RequestListener } from 'node:http';

export type LocalServer = {
  /** `http://127.0.0.1:<port>`, without a trailing slash. */
  readonly endpoint: string;
  /** Stops listening, cuts open connections and releases the server's files. */
  close(): Promise<void>;
};

/** AWS keeps connections of clients that say nothing for a minute and more: a shorter time cuts some that are just used again. */
const idleMillisMax = 65_000;

/** Listens on the loopback address only; port 0 takes a free one. Rejects with EADDRINUSE when the port is taken. */
export async function serve(listener: RequestListener, port: number, released: () => void): Promise<LocalServer> {
  const server = createServer({ requestTimeout: 0, keepAliveTimeout: idleMillisMax }, listener);
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, '127.0.0.1', resolve);
    });
  } catch (error) {
    released();
    throw error;
  }
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return {
    endpoint: `http://127.0.0.1:${address.port}`,
    async close() {
      const closed = new Promise<void>(resolve => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
      released();
    },
  };
}
