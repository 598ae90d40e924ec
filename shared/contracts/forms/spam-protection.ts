import { patterns } from '../patterns.ts';
import { object, record } from '../records.ts';
import { captchaProviders } from './captcha-providers.ts';

const enabled = { type: 'boolean' } as const;
const siteKey = {
  type: 'string',
  minLength: 1,
  maxLength: 255,
  description: 'The public key that the page sends to the provider.',
} as const;

const withoutSecrets = {
  honeypot: object([], {
    enabled,
    fieldName: {
      type: 'string',
      pattern: patterns.fieldId.pattern,
      description:
        'The name of the honeypot; no field of the form may have this ID. Default: `website`. What is sent under it is never an answer, even while the honeypot is off.',
    },
  }),
  ticket: object(
    [],
    { enabled },
    'The public schema has a signed ticket, which a page sends back with its submission. Without one, or with one younger than two seconds or older than 24 hours, the submission is marked as spam.',
  ),
  proofOfWork: object(
    [],
    { enabled },
    'A page solves a challenge (`GET /forms/{id}/challenge`) before it submits, which takes some tenths of a second.',
  ),
} as const;

const threshold = {
  type: 'number',
  minimum: 0,
  maximum: 1,
  description: 'Submissions with a lower score are refused. Default: 0.5.',
} as const;

const captchas = {
  recaptcha: { enabled, siteKey, threshold },
  turnstile: { enabled, siteKey },
  hcaptcha: { enabled, siteKey },
} as const;

/** Spam protection in a template, without secrets, which belong to one form. */
export const spamProtectionOfTemplate = object([], {
  ...withoutSecrets,
  recaptcha: object([], captchas.recaptcha),
  turnstile: object([], captchas.turnstile),
  hcaptcha: object([], captchas.hcaptcha),
});

const secretKey = {
  type: 'string',
  minLength: 8,
  maxLength: 512,
  description:
    'The site’s secret at the provider. It is encrypted and never shown again. Remove the captcha to remove it.',
} as const;
const enforced = {
  type: 'boolean',
  description:
    'Whether submissions with a publishable key need a token: only once the form or the deployment has a secret. Read-only, while the captcha is enabled.',
} as const;
const secretKeyLast4 = { type: 'string', description: 'The end of the current secret. Read-only.' } as const;

/** Spam protection as it is sent, and as it is shown: then without `secretKey`. */
export const spamProtection = object([], {
  ...withoutSecrets,
  recaptcha: object(
    [],
    { ...captchas.recaptcha, secretKey, secretKeyLast4, enforced },
    'Google reCAPTCHA v3, by score.',
  ),
  turnstile: object([], { ...captchas.turnstile, secretKey, secretKeyLast4, enforced }, 'Cloudflare Turnstile.'),
  hcaptcha: object([], { ...captchas.hcaptcha, secretKey, secretKeyLast4, enforced }, 'hCaptcha.'),
});

export const publicSpamProtection = object([], {
  honeypot: object([], { fieldName: { type: 'string' } }),
  ticket: { type: 'string', description: 'Send it back unchanged as `x-formline-ticket` within 24 hours.' },
  proofOfWork: record({
    challengePath: {
      type: 'string',
      description: 'The address of the challenge to solve before each submission, except partial ones.',
    },
  }),
  recaptcha: object([], { siteKey: { type: 'string' } }),
  captcha: object(['provider', 'action'], {
    provider: { enum: captchaProviders },
    siteKey: { type: 'string' },
    action: { const: 'submit', description: 'The action of the token.' },
    enforced: { const: false, description: 'Present while the captcha has no secret: no token is needed.' },
  }),
});

/** The rules for secrets in a patch of a form. */
export const secretsOfSpamProtection = {
  responseOnly: captchaProviders.map(name => `spamProtection.${name}.secretKeyLast4`),
  writeOnly: captchaProviders.map(name => `spamProtection.${name}.secretKey`),
};
