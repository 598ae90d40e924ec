import { captchaProviders } from '../../../../../shared/contracts/forms/captcha-providers.ts';
import type { Form } from '../../../../../shared/domain/forms/form.ts';

/** Whether what is sent without the embed or the hosted page is refused, or taken for spam: it has no proof of a visitor. */
export const asksForProof = ({ spamProtection = {} }: Pick<Form, 'spamProtection'>): boolean =>
  [spamProtection.ticket, spamProtection.proofOfWork, ...captchaProviders.map(name => spamProtection[name])].some(
    protection => protection?.enabled && !('enforced' in protection && protection.enforced === false),
  );
