import { rotateWebhookSecret } from '../../shared/contracts/webhooks.ts';
import { withSecret } from '../../shared/delivery/secrets.ts';
import { newWebhookSecret } from '../../shared/domain/webhook-signature.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { notFound } from '../../shared/http/errors.ts';
import { optimistically } from '../../shared/http/optimistically.ts';
import { auditItem } from '../../shared/store/audit.ts';
import { getWebhookOf, replaceWebhook } from '../../shared/store/webhooks.ts';

export const handler = endpoint(rotateWebhookSecret, async ({ params, body, caller }) => {
  const secret = body.secret ?? newWebhookSecret();
  return optimistically(async () => {
    const stored = await getWebhookOf(caller, params.id);
    if (!stored) throw notFound('Webhook');
    const now = new Date();
    const rotated = await withSecret(stored, secret, now.getTime());
    const webhook = { ...rotated.webhook, updatedAt: now.toISOString() };
    const audit = auditItem(caller, rotateWebhookSecret.audited, webhook.id);
    return (await replaceWebhook(stored, { ...rotated, webhook }, [audit])) ? { ...webhook, secret } : undefined;
  });
});
