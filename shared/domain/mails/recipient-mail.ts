import { inLanguage } from './account-mails.ts';
import type { MailLanguage } from './mail.ts';
import { breakLinks } from './mail-layout.ts';

/** Asks an address whether it wants mail about the responses of an organization. */
export function recipientMail(
  language: MailLanguage,
  { service, organization, url }: { service: string; organization: string; url: string },
) {
  const name = breakLinks(organization);
  return inLanguage(language, {
    en: () => ({
      subject: `Confirm emails from ${service}`,
      title: 'Confirm these emails',
      paragraphs: [`${name} wants to email you about responses to its forms.`],
      action: { label: 'Confirm', url },
      afterAction: 'The link works once, for seven days. Each email has an unsubscribe link.',
      footer: 'Not expecting this? Ignore this email. Nothing is sent unless you confirm.',
    }),
    de: () => ({
      subject: `E-Mails von ${service} bestätigen`,
      title: 'E-Mails bestätigen',
      paragraphs: [`${name} möchte Sie per E-Mail über Antworten auf Formulare informieren.`],
      action: { label: 'Bestätigen', url },
      afterAction: 'Der Link gilt einmal, sieben Tage lang. Jede E-Mail hat einen Link zum Abbestellen.',
      footer: 'Das haben Sie nicht erwartet? Ignorieren Sie diese Mail. Ohne Bestätigung wird nichts gesendet.',
    }),
  });
}
