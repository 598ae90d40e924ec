import type { FromSchema } from 'json-schema-to-ts';
import { captchaProviders } from '../contracts/forms/captcha-providers.ts';
import type { spamProtection } from '../contracts/forms/spam-protection.ts';
import type { Fault } from '../fault.ts';

type Protection = FromSchema<typeof spamProtection>;
export type CaptchaProvider = (typeof captchaProviders)[number];

/** The captcha that a form asks for. */
export type Captcha = { provider: CaptchaProvider; siteKey?: string; threshold: number };

const defaultThreshold = 0.5;

export function captchaOf({ spamProtection = {} }: { spamProtection?: Protection }): Captcha | undefined {
  const provider = captchaProviders.find(name => spamProtection[name]?.enabled);
  if (!provider) return undefined;
  const { threshold = defaultThreshold } = spamProtection.recaptcha ?? {};
  return { provider, siteKey: spamProtection[provider]?.siteKey, threshold };
}

/** The names under which the widgets of providers put their tokens into a form's body. */
export const tokenNames = ['g-recaptcha-response', 'cf-turnstile-response', 'h-captcha-response'] as const;

/** The name under which ALTCHA's widget does so. */
export const proofName = 'altcha';

export function faultsOfCaptchas({
  fields,
  spamProtection = {},
}: {
  fields: readonly { id: string }[];
  spamProtection?: Protection;
}): Fault[] {
  const [, ...more] = captchaProviders.filter(name => spamProtection[name]?.enabled);
  const message = 'A form asks for one captcha; turn the others off';
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

/** The provider of a form's captcha, where the form has no secret for it. */
export function providerWithoutSecret(form: { spamProtection?: Protection }): CaptchaProvider | undefined {
  const { provider } = captchaOf(form) ?? {};
  return provider && form.spamProtection?.[provider]?.secretKeyLast4 === undefined ? provider : undefined;
}

/** What is said of a form that promises a captcha, and nobody has set the secret of. */
export const warningOfSecret = (provider: CaptchaProvider): Fault => ({
  field: `spamProtection.${provider}.secretKey`,
  rule: 'required',
  message: 'There is no secret for this captcha: until it is set, every submission with a publishable key is refused',
});
