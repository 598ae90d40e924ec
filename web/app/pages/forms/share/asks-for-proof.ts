import { captchaProviders } from '../../../../../shared/contracts/forms/captcha-providers.ts';
import type { Form } from '../../../../../shared/domain/forms/form.ts';

/** Whether the form refuses submissions without the embed or the hosted page, or marks them as spam. */
export const asksForProof = ({ spamProtection = {} }: Pick<Form, 'spamProtection'>): boolean =>
  [spamProtection.ticket, spamProtection.proofOfWork, ...captchaProviders.map(name => spamProtection[name])].some(
    protection => protection?.enabled && !('enforced' in protection && protection.enforced === false),
  );
