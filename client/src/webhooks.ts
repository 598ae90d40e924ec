export type WebhookRequest = {
  /** The secret of the webhook. During a rotation, the previous one also works. */
  readonly secret: string;
  /** The request's headers, with names in any case: from `node:http`, from `fetch` or as a plain object. */
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The raw body, before anything has parsed it. */
  readonly body: string | Uint8Array;
  /** The maximum difference between the request's time and now, in seconds. Default: 300. */
  readonly toleranceSeconds?: number;
  /** The current time in Unix seconds. Default: this machine's clock. */
  readonly now?: number;
};

/** Returns whether a request came from the service, unaltered and recently. If false, answer with 401. */
export async function verifyWebhook(request: WebhookRequest): Promise<boolean> {
  const { secret, body, toleranceSeconds = 300, now = Date.now() / 1000 } = request;
  const header = (name: string) => headerOf(request.headers, name);
  const timestamp = header('x-service-timestamp');
  if (!/^\d+$/.test(timestamp) || Math.abs(now - Number(timestamp)) > toleranceSeconds) return false;
  const encoder = new TextEncoder();
  const signed = concatenated(encoder.encode(`${timestamp}.`), typeof body === 'string' ? encoder.encode(body) : body);
  const hmac = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', encoder.encode(secret), hmac, false, ['verify']);
  // During a rotation there are two signatures, and one of them must match. Web Crypto compares in constant time.
  const signatures = header('x-service-signature').split(',').flatMap(bytesOf);
  const verdicts = await Promise.all(signatures.map(signature => crypto.subtle.verify(hmac, key, signature, signed)));
  return verdicts.includes(true);
}

function headerOf(headers: WebhookRequest['headers'], name: string): string {
  if (headers instanceof Headers) return headers.get(name) ?? '';
  const [, value] = Object.entries(headers).find(([key]) => key.toLowerCase() === name) ?? [];
  return typeof value === 'string' ? value : (value?.join(',') ?? '');
}

/** Decodes `v1=<64 hexadecimal digits>`. Returns an empty list for anything else. */
function bytesOf(signature: string): Uint8Array<ArrayBuffer>[] {
  const [, hex] = /^v1=([0-9a-f]{64})$/.exec(signature.trim()) ?? [];
  if (hex === undefined) return [];
  return [Uint8Array.from(hex.match(/../g) ?? [], byte => Number.parseInt(byte, 16))];
}

function concatenated(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(first.length + second.length);
  all.set(first);
  all.set(second, first.length);
  return all;
}
