import type { Integration } from '../../domain/receivers/integration.ts';
import type { Webhook } from '../../domain/receivers/webhook.ts';
import { type Key, partsOf, prefixOf } from '../keys.ts';
import { getItem, type Item } from '../table.ts';
import { fromItem as autoresponderOf, type StoredAutoresponder } from './autoresponders.ts';
import { intactFromItem as integrationOf, type StoredIntegration } from './integrations.ts';
import { itemsOfOwner, type ReceiverAddress, receiverKey } from './receiver-item.ts';
import { type StoredWebhook, fromItem as webhookOf } from './webhooks.ts';

/** The target of deliveries. */
export type Receiver = StoredWebhook | StoredIntegration | StoredAutoresponder;

export const isIntegration = (receiver: Receiver): receiver is StoredIntegration => 'integration' in receiver;

export const isAutoresponder = (receiver: Receiver): receiver is StoredAutoresponder => 'autoresponder' in receiver;

/** Returns the record that customers see. */
export function recordOf(receiver: Receiver): Webhook | Integration | StoredAutoresponder['autoresponder'] {
  if (isAutoresponder(receiver)) return receiver.autoresponder;
  return isIntegration(receiver) ? receiver.integration : receiver.webhook;
}

export const addressOf = (receiver: Receiver): ReceiverAddress => ({
  owner: receiver.owner,
  receiverId: recordOf(receiver).id,
});

function fromItem(item: Item): Receiver {
  if (item.sk.startsWith(prefixOf('autoresponder'))) return autoresponderOf(item);
  return item.sk.startsWith(prefixOf('integration')) ? integrationOf(item) : webhookOf(item);
}

export async function getReceiver(address: ReceiverAddress): Promise<Receiver | undefined> {
  const item = await getItem(receiverKey(address));
  return item && fromItem(item);
}

/** Returns the keys of receivers, each once. */
export const receiverKeys = (addresses: readonly ReceiverAddress[]): Key[] => [
  ...new Map(addresses.map(address => [address.receiverId, receiverKey(address)])).values(),
];

/** Returns the receivers in items, by ID. */
export const receiversIn = (items: readonly Item[]): Map<string, Receiver> =>
  new Map(items.map(fromItem).map(receiver => [recordOf(receiver).id, receiver]));

/**
 * Returns every webhook and integration of an environment, or a form's own. The read is strongly consistent. Keys of
 * damaged items are returned beside the others.
 */
export async function receiversOf(owner: string): Promise<{ receivers: Receiver[]; damaged: Key[] }> {
  const receivers: Receiver[] = [];
  const damaged: Key[] = [];
  for (const item of await itemsOfOwner(owner)) {
    try {
      receivers.push(fromItem(item));
    } catch {
      damaged.push({ pk: item.pk, sk: item.sk });
    }
  }
  return { receivers, damaged };
}

/** Returns the IDs of an owner's receivers. */
export const receiverIdsOf = async (owner: string): Promise<string[]> =>
  (await itemsOfOwner(owner)).flatMap(
    ({ sk }) =>
      partsOf('webhook', 'sk', sk)?.webhook ??
      partsOf('integration', 'sk', sk)?.integration ??
      partsOf('autoresponder', 'sk', sk)?.autoresponder ??
      [],
  );
