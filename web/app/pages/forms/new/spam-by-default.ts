import type { Form } from '../../../../../shared/domain/forms/form.ts';

type Protection = NonNullable<Form['spamProtection']>;

/** What every form that is made in the dashboard begins with: visitors notice nothing of it. */
export const protectedByDefault = (protection: Protection = {}): Protection => ({
  honeypot: { enabled: true },
  ticket: { enabled: true },
  ...protection,
});
