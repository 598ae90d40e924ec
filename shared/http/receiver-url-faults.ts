import type { Fault } from '../domain/fault.ts';
import { faultOfUrl } from '../domain/receiver-url.ts';
import { env } from '../env.ts';

/** What is wrong with the url of a receiver in a body, as the deployment allows them. */
export function faultsOfReceiverUrl(field: string, url: string): Fault[] {
  const fault = faultOfUrl(url, { allowLoopback: env('WEBHOOK_ALLOW_LOOPBACK') === 'true' });
  return fault === undefined ? [] : [{ field, rule: 'receiver', message: fault }];
}
