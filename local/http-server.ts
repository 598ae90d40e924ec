import { createServer, type RequestListener } from 'node:http';

export type LocalServer = {
  /** The address, `http://127.0.0.1:<port>`, without a trailing slash. */
  readonly endpoint: string;
  /**
   * Stops listening, closes connections when their requests end or the grace period is over, and releases the server's
   * files.
   */
  close(): Promise<void>;
};

/** How often a closing server checks for idle connections, in milliseconds. */
const idleCheckMs = 20;

/**
 * The maximum idle time of a connection. AWS keeps idle connections for a minute and more; a shorter time would cut
 * some just as they are used again.
 */
const idleMillisMax = 65_000;

/**
 * Listens on the loopback address only; port 0 picks a free one. Rejects with EADDRINUSE if the port is taken.
 *
 * @param graceMs how long requests may continue after closing
 */
export async function serve(
  listener: RequestListener,
  port: number,
  released: () => void,
  graceMs = 0,
): Promise<LocalServer> {
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
      const connections = setInterval(() => server.closeIdleConnections(), idleCheckMs);
      const grace = setTimeout(() => server.closeAllConnections(), graceMs);
      if (graceMs === 0) server.closeAllConnections();
      await closed;
      clearInterval(connections);
      clearTimeout(grace);
      released();
    },
  };
}
