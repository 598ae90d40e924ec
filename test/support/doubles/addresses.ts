import { createHash } from 'node:crypto';

/**
 * The host of the doubles that the shared cloud's settings name: a loopback address derived from the checkout's path.
 * It is the same in each run, so that its templates are reused, and different in other checkouts.
 */
const host = `127.${[
  ...createHash('sha256')
    .update(import.meta.dirname)
    .digest()
    .subarray(0, 3),
]
  .map(byte => (byte % 253) + 1)
  .join('.')}`;

export type Listener = { readonly host: string; readonly port: number };

export const addresses = {
  captchas: { host, port: 41_001 },
  acme: { host, port: 41_002 },
  other: { host, port: 41_003 },
} as const satisfies Record<string, Listener>;

export const urlOf = ({ host, port }: Listener): string => `http://${host}:${port}`;
