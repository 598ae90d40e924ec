import type { Form } from '../domain/forms/form.ts';
import { faultsOfContent, nameOfEntry } from '../domain/receivers/webhook.ts';
import { env } from '../env.ts';
import type { Fault } from '../fault.ts';
import { faultOfReceiver } from './receiver-address.ts';
import { dnsLookup } from './resolve-name.ts';

const lookup = dnsLookup();

/** Returns the faults of a receiver's URL in a body. Looks its name up. */
export async function faultsOfReceiverUrl(field: string, url: string): Promise<Fault[]> {
  const fault = await faultOfReceiver(url, { allowLoopback: env('WEBHOOK_ALLOW_LOOPBACK') === 'true' }, lookup);
  return fault === undefined ? [] : [{ field, rule: 'receiver', message: fault }];
}

type FormWebhook = NonNullable<Form['webhooks']>[number];

/** Returns the faults of a form's webhooks that the schema can't find. */
export async function faultsOfFormWebhooks(entries: readonly FormWebhook[]): Promise<Fault[]> {
  const names = entries.map(nameOfEntry);
  const faults = entries.map((entry, index): Fault[] | Promise<Fault[]> => {
    const first = names.indexOf(nameOfEntry(entry));
    if (first === index) return faultsOfEntry(entry, `webhooks[${index}].`);
    const message = `has the same event and URL as webhooks[${first}]; each event is sent to a URL only once`;
    return [{ field: `webhooks[${index}]`, rule: 'unique', message }];
  });
  return (await Promise.all(faults)).flat();
}

const faultsOfEntry = async (entry: FormWebhook, path: string): Promise<Fault[]> => [
  ...(await faultsOfReceiverUrl(`${path}url`, entry.url)),
  ...faultsOfContent([entry.event], entry, path),
];
