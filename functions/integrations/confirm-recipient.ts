import { confirmRecipient } from '../../shared/contracts/receivers/integrations.ts';
import { sendsMail } from '../../shared/env.ts';
import { conflict, notFound, rateLimited, sendsNoMail, validationFailed } from '../../shared/errors.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { retryOnConflict } from '../../shared/retry-on-conflict.ts';
import { getIntegrationOf } from '../../shared/store/receivers/integrations.ts';
import { askAgain, linksADayMax, type NotAsked } from '../../shared/store/receivers/recipient-links.ts';
import { addressesOf } from '../../shared/store/receivers/recipients.ts';

export const handler = endpoint(confirmRecipient, async ({ params, body, caller, baseUrl, language }) => {
  const stored = await getIntegrationOf(caller, params.id);
  if (!stored) throw notFound('Integration');
  if (!sendsMail()) throw sendsNoMail('address');
  const address = addressesOf(stored.integration.config).find(
    each => each.toLowerCase() === body.address.toLowerCase(),
  );
  if (address === undefined) throw validationFailed([unknown]);
  const outcome = await retryOnConflict(() => askAgain(stored.organizationId, address, { language, baseUrl }));
  if (outcome !== 'asked') throw refusals[outcome]();
  return { address, status: 'pending' };
});

const unknown = { field: 'address', rule: 'unknown', message: 'is not a recipient of this integration' };

const refusals: Readonly<Record<NotAsked, () => Error>> = {
  confirmed: () => conflict('This address is confirmed: mail goes to it.'),
  unsubscribed: () => conflict('This recipient unsubscribed. We don’t ask them again within 30 days.'),
  often: () => rateLimited(`This address was sent ${linksADayMax} links within a day. Try again tomorrow.`, 3600),
};
