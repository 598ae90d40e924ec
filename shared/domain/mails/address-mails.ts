import { inLanguage } from './account-mails.ts';
import type { MailLanguage } from './mail.ts';

export const addressConfirmationMail = (language: MailLanguage, { service, url }: { service: string; url: string }) =>
  inLanguage(language, {
    en: () => ({
      subject: `Confirm your address for ${service}`,
      title: 'Confirm your address',
      paragraphs: [
        'You asked to use this address for your account. Open the link and sign in to that account to confirm.',
      ],
      action: { label: 'Confirm address', url },
      afterAction: 'The link works once, for 24 hours.',
      footer: 'Didn’t ask for this? Ignore this email. Nothing changes.',
    }),
    de: () => ({
      subject: `Adresse für ${service} bestätigen`,
      title: 'Adresse bestätigen',
      paragraphs: [
        'Sie möchten diese Adresse für Ihr Konto verwenden. Öffnen Sie den Link und melden Sie sich bei diesem Konto an, um sie zu bestätigen.',
      ],
      action: { label: 'Adresse bestätigen', url },
      afterAction: 'Der Link gilt einmal, 24 Stunden lang.',
      footer: 'Das waren nicht Sie? Ignorieren Sie diese Mail. Es ändert sich nichts.',
    }),
  });

export const addressChangedMail = (language: MailLanguage) =>
  inLanguage(language, {
    en: () => ({
      subject: 'Your email address was changed',
      title: 'Your email address was changed',
      paragraphs: [
        'Your account now uses another email address. Sign in with that one. This address gets no more emails.',
        'If this wasn’t you, tell an admin of your organization now: they can change it back.',
      ],
      footer: 'You received this email because your account used this address.',
    }),
    de: () => ({
      subject: 'Ihr Konto hat eine andere Adresse',
      title: 'Ihr Konto hat eine andere Adresse',
      paragraphs: [
        'Ihr Konto hat eine neue E-Mail-Adresse. Melden Sie sich mit ihr an. An diese Adresse senden wir keine Mails mehr.',
        'Waren Sie es nicht? Dann sagen Sie jetzt einem Administrator Ihrer Organisation Bescheid, der es ändern kann.',
      ],
      footer: 'Sie bekommen diese Mail, weil Ihr Konto diese Adresse hatte.',
    }),
  });
