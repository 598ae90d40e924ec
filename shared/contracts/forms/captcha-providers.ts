/** The captchas, by the names of their providers, at most one of which a form has enabled. */
export const captchaProviders = ['recaptcha', 'turnstile', 'hcaptcha'] as const;
