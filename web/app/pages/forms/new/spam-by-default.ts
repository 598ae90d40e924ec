import type { Form } from '../../../../../shared/domain/forms/form.ts';

type Protection = NonNullable<Form['spamProtection']>;

/** Returns the spam protection of a form that is created in the dashboard. Visitors don't notice it. */
export const protectedByDefault = (protection: Protection = {}): Protection => ({
  honeypot: { enabled: true },
  ticket: { enabled: true },
  ...protection,
});
