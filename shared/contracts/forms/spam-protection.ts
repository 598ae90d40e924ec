import { patterns } from '../patterns.ts';
import { object, record } from '../records.ts';
import { captchaProviders } from './captcha-providers.ts';

const enabled = { type: 'boolean' } as const;
const siteKey = {
  type: 'string',
  minLength: 1,
  maxLength: 255,
  description: 'What a page shows of itself to the provider.',
} as const;

const withoutSecrets = {
  honeypot: object([], {
    enabled,
    fieldName: {
      type: 'string',
      pattern: patterns.fieldId.pattern,
      description:
        'The name of the honeypot; no field of the form may have this ID. `website` where it is left out. What is sent under it is never an answer, even while the honeypot is off.',
    },
  }),
  ticket: object(
    [],
    { enabled },
    'The public schema has a signed ticket, which a page sends back with what it submits. Without one, or with one that is not two seconds or more than 24 hours old, a submission is taken for spam.',
  ),
  proofOfWork: object(
    [],
    { enabled },
    'A page solves a challenge (`GET /forms/{id}/challenge`) before it submits, which takes its device some tenths of a second.',
  ),
} as const;

const threshold = {
  type: 'number',
  minimum: 0,
  maximum: 1,
  description: 'Submissions that score less are refused; 0.5 where it is left out.',
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
    'The secret that the provider knows the site by; sealed, and shown nowhere again. Remove the captcha to remove it.',
} as const;
const enforced = {
  type: 'boolean',
  description:
    'Whether submissions with a publishable key need a token: not until there is a secret, of the form or of the deployment. Only shown, while the captcha is enabled.',
} as const;
const secretKeyLast4 = { type: 'string', description: 'The end of the secret that is set. Only shown.' } as const;

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
  ticket: { type: 'string', description: 'To be sent back as `x-formline-ticket`, as it is, within 24 hours.' },
  proofOfWork: record({
    challengePath: {
      type: 'string',
      description: 'Of the challenge to solve before each submission that is no partial one.',
    },
  }),
  recaptcha: object([], { siteKey: { type: 'string' } }),
  captcha: object(['provider', 'action'], {
    provider: { enum: captchaProviders },
    siteKey: { type: 'string' },
    action: { const: 'submit', description: 'The action that a token has to be for.' },
    enforced: { const: false, description: 'Here while the captcha has no secret: no token is asked for.' },
  }),
});

/** The rules for secrets in a patch of a form. */
export const secretsOfSpamProtection = {
  responseOnly: captchaProviders.map(name => `spamProtection.${name}.secretKeyLast4`),
  writeOnly: captchaProviders.map(name => `spamProtection.${name}.secretKey`),
};
