import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Listener } from './addresses.ts';

/** A provider's answer when a token is first verified. */
type VerdictReply = { hostname?: string; score?: number; action?: string };

/**
 * Imitates the `siteverify` endpoints of three captcha providers as documented. A request is a form with `secret` and
 * `response`. A token works once, and only with its site's secret.
 *
 * https://developers.google.com/recaptcha/docs/verify
 * https://developers.cloudflare.com/turnstile/get-started/server-side-validation/
 * https://docs.hcaptcha.com/#verify-the-user-response-server-side
 */
export class CaptchaDouble {
  /** The site's secret and the answer, by token. */
  readonly #tokens = new Map<string, { secret: string; answer: VerdictReply }>();
  readonly requests: { path: string; contentType?: string; fields: Record<string, string> }[] = [];
  /** How it answers: `nothing` means never. */
  mode: 'answers' | 'nothing' | 'broken' = 'answers';
  readonly #server: Server;
  #count = 0;

  constructor() {
    this.#server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', chunk => chunks.push(chunk));
      request.on('end', () => {
        const fields = Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString()));
        this.requests.push({ path: request.url ?? '', contentType: request.headers['content-type'], fields });
        if (this.mode === 'nothing') return;
        if (this.mode === 'broken') {
          response.writeHead(502).end('<html>Bad gateway</html>');
          return;
        }
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(this.#verdict(fields)));
      });
    });
  }

  async start(at: Partial<Listener> = {}): Promise<string> {
    await new Promise<void>(resolve => this.#server.listen({ host: '127.0.0.1', port: 0, ...at }, resolve));
    const { address, port } = this.#server.address() as AddressInfo;
    return `http://${address}:${port}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise(resolve => this.#server.close(resolve));
  }

  /** Returns a token as a page of the site with this secret gets it. */
  token(secret: string, answer: VerdictReply): string {
    this.#count += 1;
    const token = `token-${this.#count}`;
    this.#tokens.set(token, { secret, answer });
    return token;
  }

  #verdict({ secret, response = '' }: Record<string, string>) {
    const errors = (...codes: string[]) => ({ success: false, 'error-codes': codes });
    if (!secret) return errors('missing-input-secret');
    if (response === '') return errors('missing-input-response');
    const known = this.#tokens.get(response);
    if (!known) return errors('invalid-input-response');
    if (known.secret !== secret) return errors('invalid-input-secret');
    this.#tokens.delete(response);
    return { success: true, challenge_ts: new Date().toISOString(), ...known.answer };
  }
}
