import type { FromSchema } from 'json-schema-to-ts';
import { captchaProviders } from '../../contracts/forms/captcha-providers.ts';
import type { spamProtection } from '../../contracts/forms/spam-protection.ts';
import type { Fault } from '../../fault.ts';

export type SpamProtection = FromSchema<typeof spamProtection>;
export type CaptchaProvider = (typeof captchaProviders)[number];

/** The captcha of a form. */
export type Captcha = { provider: CaptchaProvider; siteKey?: string; threshold: number };

const defaultThreshold = 0.5;

export function captchaOf({ spamProtection = {} }: { spamProtection?: SpamProtection }): Captcha | undefined {
  const provider = captchaProviders.find(name => spamProtection[name]?.enabled);
  if (!provider) return undefined;
  const { threshold = defaultThreshold } = spamProtection.recaptcha ?? {};
  return { provider, siteKey: spamProtection[provider]?.siteKey, threshold };
}

/** The names that providers' widgets use for their tokens in a form's body. */
export const tokenNames = ['g-recaptcha-response', 'cf-turnstile-response', 'h-captcha-response'] as const;

/** The name that ALTCHA's widget uses for its proof. */
export const proofName = 'altcha';

export function faultsOfCaptchas({
  fields,
  spamProtection = {},
}: {
  fields: readonly { id: string }[];
  spamProtection?: SpamProtection;
}): Fault[] {
  const [, ...more] = captchaProviders.filter(name => spamProtection[name]?.enabled);
  const message = 'A form can have one captcha; turn the others off';
  const names: readonly string[] = [...tokenNames, proofName];
  return [
    ...more.map(name => ({ field: `spamProtection.${name}.enabled`, rule: 'exclusive', message })),
    ...fields.flatMap(({ id }, index) =>
      names.includes(id) ? [{ field: `fields[${index}].id`, rule: 'reserved', message: reserved(id) }] : [],
    ),
  ];
}

const reserved = (id: string) =>
  `"${id}" is where a form's body has the token of a captcha, or a proof of work; choose another`;

/** Returns the warning about a form whose captcha has no secret. */
export const warningOfSecret = (provider: CaptchaProvider): Fault => ({
  field: `spamProtection.${provider}.secretKey`,
  rule: 'required',
  message: 'This captcha has no secret, so it is not enforced: submissions need no token. Set the secret key',
});
