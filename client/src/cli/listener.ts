import { hostname, userInfo } from 'node:os';
import type { Webhook } from '../api.ts';
import type { Formline } from '../formline.ts';
import { collect } from './collect.ts';

/** Returns the start of the URL of this user's webhooks on this machine. */
const prefix = () => `listen:${named(userInfo().username)}@${named(hostname())}-`;

const named = (text: string): string => text.replaceAll(/[^A-Za-z0-9._]+/g, '-').slice(0, 30);

/** Returns the URL of the webhook that collects the events for an address. */
export const listenerUrl = ({ host, pathname }: URL): string => prefix() + named(host + pathname);

/** Lists the webhooks that collect events for this user on this machine. */
export async function ownListeners(formline: Formline): Promise<Webhook[]> {
  const webhooks = await collect(formline.items('listWebhooks'));
  return webhooks.filter(({ url, active }) => active && url.startsWith(prefix()));
}
