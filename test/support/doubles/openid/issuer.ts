import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { base64url, exportJWK, generateKeyPair, type JWK, type JWTHeaderParameters, SignJWT } from 'jose';
import type { Listener } from '../addresses.ts';

type Claims = Record<string, unknown>;

/** A user of the provider. The properties replace what a good provider would send. */
export type Person = { claims?: Claims; header?: Partial<JWTHeaderParameters>; sign?: 'none' | 'foreign' };

/** The parameters with which a service started a sign-in. */
export type AuthorizationRequest = { state: string; nonce: string; challenge: string; redirectUri: string };

type Code = { asked: AuthorizationRequest; person: Person };

/**
 * An OpenID Connect provider that answers whatever a test wants, to find clients that accept wrong answers. A code
 * works once, and only with its verifier.
 */
export class IssuerDouble {
  readonly clientId = 'formline';
  readonly clientSecret: string;
  /** The mode of all answers. `hangs` and `floods` apply to the token endpoint. */
  mode: 'answers' | 'hangs' | 'floods' | 'broken' = 'answers';
  /** Metadata that replaces parts of its discovery document. */
  metadata: Claims = {};
  /** The requested paths. */
  readonly requests: string[] = [];
  readonly #server: Server;
  readonly #codes = new Map<string, Code>();
  #key: { kid: string; jwk: JWK; privateKey: Awaited<ReturnType<typeof generateKeyPair>>['privateKey'] } | undefined;
  #count = 0;

  constructor(clientSecret: string) {
    this.clientSecret = clientSecret;
    this.#server = createServer((request, response) => {
      this.#answer(request, response).catch(() => response.destroy());
    });
  }

  get issuer(): string {
    const { address, port } = this.#server.address() as AddressInfo;
    return `http://${address}:${port}`;
  }

  async start(at: Partial<Listener> = {}): Promise<string> {
    await this.rotate();
    await new Promise<void>(resolve => this.#server.listen({ host: '127.0.0.1', port: 0, ...at }, resolve));
    return this.issuer;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise(resolve => this.#server.close(resolve));
  }

  /** Replaces the signing key. */
  async rotate(): Promise<void> {
    const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true });
    this.#count += 1;
    const kid = `key-${this.#count}`;
    this.#key = { kid, jwk: { ...(await exportJWK(publicKey)), kid, use: 'sig', alg: 'RS256' }, privateKey };
  }

  /** Signs a user in as its page would. Returns the code that the browser brings back. */
  code(asked: AuthorizationRequest, person: Person = {}): string {
    this.#count += 1;
    const code = `code-${this.#count}`;
    this.#codes.set(code, { asked, person });
    return code;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? '';
    this.requests.push(path);
    const json = (body: unknown, status = 200) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (path === '/.well-known/openid-configuration') return void json(this.#document());
    if (path === '/jwks') return void json({ keys: [this.#key?.jwk] });
    if (path !== '/token') return void json({ error: 'not_found' }, 404);
    if (this.mode === 'hangs') return;
    if (this.mode === 'broken') return void response.writeHead(502).end('<html>Bad gateway</html>');
    if (this.mode === 'floods') return flood(response);
    const [body, status] = await this.#tokens(new URLSearchParams(await text(request)));
    json(body, status);
  }

  #document(): Claims {
    return {
      issuer: this.issuer,
      authorization_endpoint: `${this.issuer}/authorize?tenant=1`,
      token_endpoint: `${this.issuer}/token`,
      jwks_uri: `${this.issuer}/jwks`,
      response_types_supported: ['code'],
      token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      authorization_response_iss_parameter_supported: true,
      ...this.metadata,
    };
  }

  async #tokens(sent: URLSearchParams): Promise<[Claims, number]> {
    if (sent.get('client_id') !== this.clientId || sent.get('client_secret') !== this.clientSecret)
      return [{ error: 'invalid_client' }, 401];
    const found = this.#codes.get(sent.get('code') ?? '');
    this.#codes.delete(sent.get('code') ?? '');
    const challenge = createHash('sha256')
      .update(sent.get('code_verifier') ?? '')
      .digest('base64url');
    if (found?.asked.challenge !== challenge || found.asked.redirectUri !== sent.get('redirect_uri'))
      return [{ error: 'invalid_grant' }, 400];
    const id_token = await this.#idToken(found);
    return [{ access_token: 'unused', token_type: 'Bearer', expires_in: 60, id_token }, 200];
  }

  async #idToken({ asked, person: { claims = {}, header = {}, sign } }: Code): Promise<string> {
    const now = Math.floor(Date.now() / 1000);
    const payload = {
      ...{
        iss: this.issuer,
        aud: this.clientId,
        sub: String(claims.email),
        nonce: asked.nonce,
        iat: now,
        exp: now + 60,
      },
      ...{ email_verified: true, ...claims },
    };
    if (sign === 'none') return `${part({ alg: 'none' })}.${part(payload)}.`;
    const key = sign === 'foreign' ? (await generateKeyPair('RS256')).privateKey : this.#key?.privateKey;
    if (!key) throw new Error('The issuer has not started');
    return new SignJWT(payload).setProtectedHeader({ alg: 'RS256', kid: this.#key?.kid, ...header }).sign(key);
  }
}

const part = (value: object): string => base64url.encode(JSON.stringify(value));

/** Sends a gigabyte to any client that reads it. */
function flood(response: ServerResponse): void {
  const chunk = Buffer.alloc(1024 * 1024, ' ');
  let left = 1024;
  response.writeHead(200, { 'content-type': 'application/json' });
  const more = () => {
    while (left > 0 && !response.destroyed) {
      left -= 1;
      if (!response.write(chunk)) return void response.once('drain', more);
    }
    response.end();
  };
  more();
}
