import type { Fault } from '../domain/fault.ts';
import type { Form } from '../domain/form.ts';
import { faultOfUrl } from '../domain/receiver-url.ts';
import { nameOfEntry } from '../domain/webhook.ts';
import { env } from '../env.ts';

/** What is wrong with the url of a receiver in a body, as the deployment allows them. */
export function faultsOfReceiverUrl(field: string, url: string): Fault[] {
  const fault = faultOfUrl(url, { allowLoopback: env('WEBHOOK_ALLOW_LOOPBACK') === 'true' });
  return fault === undefined ? [] : [{ field, rule: 'receiver', message: fault }];
}

type Entry = NonNullable<Form['webhooks']>[number];

/** Everything wrong with the webhooks of a form that the schema cannot say. */
export function faultsOfFormWebhooks(entries: readonly Entry[]): Fault[] {
  const first = new Map<string, number>();
  return entries.flatMap((entry, index) => {
    const same = first.get(nameOfEntry(entry));
    if (same === undefined) {
      first.set(nameOfEntry(entry), index);
      return faultsOfReceiverUrl(`webhooks[${index}].url`, entry.url);
    }
    const message = `has the event and the url of webhooks[${same}]; each event goes to a url once`;
    return [{ field: `webhooks[${index}]`, rule: 'unique', message }];
  });
}
