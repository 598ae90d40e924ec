import { createHash } from 'node:crypto';

/**
 * Where doubles listen that the settings of the shared cloud name: loopback addresses which follow from the path of the
 * checkout. They are the same in each of its runs, so that its templates are kept, and no other checkout's.
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
