import { rotateWebhookSecret } from '../../shared/contracts/receivers/webhooks.ts';
import { isRotatedSince, withSecret } from '../../shared/delivery/secrets.ts';
import { newWebhookSecret } from '../../shared/domain/receivers/webhook-signature.ts';
import { conflict, notFound } from '../../shared/errors.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { retryOnConflict } from '../../shared/retry-on-conflict.ts';
import { getWebhookOf, replaceWebhook } from '../../shared/store/receivers/webhooks.ts';

export const handler = endpoint(rotateWebhookSecret, async ({ params, body, caller, event }) => {
  const secret = body.secret ?? newWebhookSecret();
  return retryOnConflict(async () => {
    const stored = await getWebhookOf(caller, params.id);
    if (!stored) throw notFound('Webhook');
    if (isRotatedSince(stored, event.requestContext.requestTimeEpoch)) {
      throw conflict('Another request gave this webhook a new secret at the same moment. Use that, or rotate again.');
    }
    const now = new Date();
    const rotated = await withSecret(stored, secret, now.getTime());
    const webhook = { ...rotated.webhook, updatedAt: now.toISOString() };
    const audited = { caller, action: rotateWebhookSecret.audited };
    return (await replaceWebhook(stored, { ...rotated, webhook }, audited)) ? { ...webhook, secret } : undefined;
  });
});
