import { captchaProviders } from '../../../../shared/contracts/forms/captcha-providers.ts';
import type { Form } from '../../../../shared/domain/forms/form.ts';

/** The parts of a form that a copy or template can't have, or that only admins may set. */
export type CopyOmission = 'webhooks' | 'captcha' | 'autoresponder' | 'storage';

type CopyOptions = { readonly isAdmin: boolean };

/**
 * Copies a form without its webhooks and captcha secrets, which the API never returns. A captcha stays configured but
 * off. The confirmation email is left out, because someone has to decide on it for each form.
 */
export function copyForm(
  {
    id,
    version,
    createdAt,
    updatedAt,
    environment,
    status,
    webhooks,
    autoresponder,
    spamProtection,
    storage,
    slug,
    ...kept
  }: Form,
  { isAdmin }: CopyOptions,
): Omit<Form, 'id' | 'version' | 'createdAt' | 'updatedAt' | 'environment' | 'status'> {
  return {
    ...kept,
    ...(spamProtection && { spamProtection: withoutSecrets(spamProtection) }),
    ...(storage && isAdmin && { storage }),
  };
}

export const omissionsOf = (
  { webhooks = [], autoresponder, spamProtection = {}, storage }: Form,
  { isAdmin }: CopyOptions,
): CopyOmission[] => [
  ...(webhooks.length > 0 ? ['webhooks' as const] : []),
  ...(captchaProviders.some(name => spamProtection[name]?.enabled) ? ['captcha' as const] : []),
  ...(autoresponder ? ['autoresponder' as const] : []),
  ...(storage && !isAdmin ? ['storage' as const] : []),
];

type Protection = NonNullable<Form['spamProtection']>;

function withoutSecrets(protection: Protection): Protection {
  const captchas = captchaProviders.flatMap(name => {
    const { secretKey, secretKeyLast4, enforced, ...captcha } = protection[name] ?? {};
    return protection[name] ? [[name, { ...captcha, enabled: false }] as const] : [];
  });
  return { ...protection, ...Object.fromEntries(captchas) };
}
