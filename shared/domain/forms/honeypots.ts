import type { Form } from './form.ts';

/** The honeypot names of other services, which every form has. */
export const commonHoneypots: readonly string[] = ['_gotcha', '_honey'];

/** The default name of a form's honeypot. */
export const defaultHoneypot = 'website';

type Owner = Pick<Form, 'fields' | 'spamProtection'>;

/** Returns the name of the honeypot that a form shows, or undefined while it is off. */
export function honeypotOf(form: Owner): string | undefined {
  const { enabled, fieldName = defaultHoneypot } = form.spamProtection?.honeypot ?? {};
  // A form that is older than the default may have a field with that name.
  return enabled && !hasField(form, fieldName) ? fieldName : undefined;
}

/** Returns the names that no answer may have, including the form's honeypot even while it is off. */
export function decoyNames(form: Owner): string[] {
  const { fieldName } = form.spamProtection?.honeypot ?? {};
  const own = honeypotOf(form) ?? fieldName;
  return [...commonHoneypots, ...(own !== undefined && !hasField(form, own) ? [own] : [])];
}

const hasField = ({ fields }: Owner, name: string): boolean => fields.some(({ id }) => id === name);
