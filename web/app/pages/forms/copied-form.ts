import { captchaProviders } from '../../../../shared/contracts/forms/captcha-providers.ts';
import type { Form } from '../../../../shared/domain/forms/form.ts';

/** Of a form, what a copy of it or a template cannot have, or nobody may give it who is no admin. */
export type LeftBehind = 'webhooks' | 'captcha' | 'autoresponder' | 'storage';

type Options = { readonly isAdmin: boolean };

/**
 * What of a form can be copied: its webhooks and the secrets of captchas are its alone, and no answer shows them. A captcha
 * stays set up, and off: on without its secret, it would refuse every submission. Whoever lets a form write to strangers
 * says so of that form.
 */
export function copied(
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
    ...kept
  }: Form,
  { isAdmin }: Options,
): Omit<Form, 'id' | 'version' | 'createdAt' | 'updatedAt' | 'environment' | 'status'> {
  return {
    ...kept,
    ...(spamProtection && { spamProtection: withoutSecrets(spamProtection) }),
    ...(storage && isAdmin && { storage }),
  };
}

export const leftBehind = (
  { webhooks = [], autoresponder, spamProtection = {}, storage }: Form,
  { isAdmin }: Options,
): LeftBehind[] => [
  ...(webhooks.length > 0 ? ['webhooks' as const] : []),
  ...(captchaProviders.some(name => spamProtection[name]?.enabled) ? ['captcha' as const] : []),
  ...(autoresponder ? ['autoresponder' as const] : []),
  ...(storage && !isAdmin ? ['storage' as const] : []),
];

type Protection = NonNullable<Form['spamProtection']>;

function withoutSecrets(protection: Protection): Protection {
  const captchas = captchaProviders.flatMap(name => {
    const { secretKey, secretKeyLast4, ...captcha } = protection[name] ?? {};
    return protection[name] ? [[name, { ...captcha, enabled: false }] as const] : [];
  });
  return { ...protection, ...Object.fromEntries(captchas) };
}
