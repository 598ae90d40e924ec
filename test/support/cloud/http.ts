import { Agent as HttpAgent, type IncomingHttpHeaders, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';

/** Any answer of the service, typed loosely for tests. */
export type Json = ReturnType<typeof JSON.parse>;

/** An answer. `body` is the parsed JSON, or undefined for other text. */
export type Reply = { status: number; headers: IncomingHttpHeaders; text: string; body: Json };

export const isSuccess = ({ status }: Reply): boolean => status >= 200 && status < 300;

export type RawRequest = {
  method: string;
  path: string;
  headers?: Readonly<Record<string, string>>;
  body?: string | Buffer;
};

const httpAgent = new HttpAgent({ keepAlive: true, maxSockets: 64 });
const httpsAgent = new HttpsAgent({ keepAlive: true, maxSockets: 64 });

/** Sends a request exactly as written. `fetch` would normalize a path such as `/forms/../x` first. */
export function send(baseUrl: string, { method, path, headers = {}, body }: RawRequest): Promise<Reply> {
  const { protocol, hostname, port, pathname } = new URL(baseUrl);
  const address = { hostname, port, path: pathname.replace(/\/$/, '') + path, method };
  const length = body === undefined ? undefined : { 'content-length': String(Buffer.byteLength(body)) };
  const options = { ...address, headers: { ...headers, ...length } };
  return new Promise((resolve, reject) => {
    const secure = protocol === 'https:';
    const request = secure
      ? requestHttps({ ...options, agent: httpsAgent })
      : requestHttp({ ...options, agent: httpAgent });
    request.on('error', reject);
    request.on('response', response => {
      const chunks: Buffer[] = [];
      response.on('data', chunk => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8');
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text, body: parsed(text) });
      });
    });
    request.end(body);
  });
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
