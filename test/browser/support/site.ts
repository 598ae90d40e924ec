import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

type Page = { readonly html: string; readonly headers: Readonly<Record<string, string>> };

/** Somebody's web site, of another origin than the service. */
export type Site = {
  readonly origin: string;
  /** The address of a page with this body. */
  readonly add: (body: string, headers?: Record<string, string>) => string;
  readonly close: () => Promise<void>;
};

const whole = (body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A page</title><meta name="viewport" content="width=device-width"></head><body>${body}</body></html>`;

export async function startSite(): Promise<Site> {
  const pages = new Map<string, Page>();
  const server: Server = createServer((request, response) => {
    const page = pages.get(request.url?.replace(/\?.*/, '') ?? '');
    response.writeHead(page ? 200 : 204, { 'content-type': 'text/html; charset=utf-8', ...page?.headers });
    response.end(page?.html);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    add: (body, headers = {}) => {
      const path = `/${pages.size + 1}`;
      pages.set(path, { html: whole(body), headers });
      return origin + path;
    },
    close: () =>
      new Promise(resolve => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
