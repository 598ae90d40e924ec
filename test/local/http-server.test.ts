import { afterEach, expect, it } from '@jest/globals';
import { type LocalServer, serve } from '../../local/http-server.ts';

let server: LocalServer | undefined;
afterEach(() => server?.close().catch(() => {}));

/** A server whose requests end when they are told to. */
async function startWith(graceMs: number) {
  const [begun, ending] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const started = await serve(
    async (_, response) => {
      begun.resolve();
      await ending.promise;
      response.end('whole');
    },
    0,
    () => {},
    graceMs,
  );
  server = started;
  const reply = fetch(started.endpoint).then(response => response.text());
  reply.catch(() => {});
  await begun.promise;
  return { started, reply, end: ending.resolve };
}

it('lets requests end once it is closed, and takes no others', async () => {
  const { started, reply, end } = await startWith(60_000);
  const closed = started.close();
  await expect(fetch(started.endpoint)).rejects.toThrow('fetch failed');
  end();
  expect(await reply).toBe('whole');
  // The connection that the client keeps does not hold it up.
  await closed;
});

it('cuts requests that do not end in time', async () => {
  const { started, reply } = await startWith(10);
  await started.close();
  await expect(reply).rejects.toThrow('fetch failed');
});
