import type { SpamProtection } from './captcha.ts';

/** The honeypot names of other services, which every form has. */
export const commonHoneypots: readonly string[] = ['_gotcha', '_honey'];

/** The default name of a form's honeypot. */
export const defaultHoneypot = 'website';

/** The part of a form that says what its honeypot is called. */
export type ProtectedForm = {
  readonly fields: readonly { readonly id: string }[];
  readonly spamProtection?: SpamProtection;
};

/** Returns the name of the honeypot that a form shows, or undefined while it is off. */
export function honeypotOf(form: ProtectedForm): string | undefined {
  const { enabled, fieldName = defaultHoneypot } = form.spamProtection?.honeypot ?? {};
  // A form that is older than the default may have a field with that name.
  return enabled && !hasField(form, fieldName) ? fieldName : undefined;
}

/** Returns the names that no answer may have, including the form's honeypot even while it is off. */
export function decoyNames(form: ProtectedForm): string[] {
  const { fieldName } = form.spamProtection?.honeypot ?? {};
  const own = honeypotOf(form) ?? fieldName;
  return [...commonHoneypots, ...(own !== undefined && !hasField(form, own) ? [own] : [])];
}

const hasField = ({ fields }: ProtectedForm, name: string): boolean => fields.some(({ id }) => id === name);
