import { openSecret, sealSecret } from '../aws/secrets.ts';
import { lastFour } from '../domain/text/parts-of-text.ts';
import { dayMs } from '../durations.ts';
import type { StoredIntegration } from '../store/receivers/integrations.ts';
import type { StoredWebhook } from '../store/receivers/webhooks.ts';

/** Returns a webhook’s signing secrets, newest first. During a rotation there are two. */
export async function secretsOf(stored: StoredWebhook, now: number): Promise<string[]> {
  const { environmentId, webhook, secret, previousSecret } = stored;
  const sealed = previousSecret && previousSecret.until > now ? [secret, previousSecret.sealed] : [secret];
  return Promise.all(sealed.map(each => openSecret(each, { environmentId, receiverId: webhook.id })));
}

/** Returns an integration's credential for its service. */
export const credentialOf = ({ secret, environmentId, integration }: StoredIntegration): Promise<string> =>
  openSecret(secret, { environmentId, receiverId: integration.id });

/** How long the previous secret also signs, so that receivers can switch. */
const rotationMs = dayMs;

/**
 * Whether a webhook got a new secret after a request for one began (ms since the epoch). Another rotation would end the
 * secret that receivers have.
 */
export const isRotatedSince = ({ previousSecret }: StoredWebhook, time: number): boolean =>
  previousSecret !== undefined && previousSecret.until - rotationMs >= time;

/** Returns a webhook with a new sealed secret. The old one also signs for a day. */
export async function withSecret(
  stored: Omit<StoredWebhook, 'secret'> & { secret?: string },
  secret: string,
  now: number,
): Promise<StoredWebhook> {
  const { environmentId, webhook, secret: before } = stored;
  return {
    ...stored,
    webhook: { ...webhook, secretLast4: lastFour(secret) },
    secret: await sealSecret(secret, { environmentId, receiverId: webhook.id }),
    ...(before !== undefined && { previousSecret: { sealed: before, until: now + rotationMs } }),
  };
}
