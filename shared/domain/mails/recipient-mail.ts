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
      subject: `Möchten Sie E-Mails von ${service}?`,
      title: 'Möchten Sie diese E-Mails?',
      paragraphs: [`Die Organisation ${name} möchte diese Adresse über die Antworten auf ihre Formulare informieren.`],
      action: { label: 'Zustimmen', url },
      afterAction: 'Der Link gilt einmal, für sieben Tage. In jeder der E-Mails steht ein Link, der sie beendet.',
      footer: 'Sie wissen nicht, worum es geht? Dann ist nichts zu tun: Ohne Ihre Zustimmung wird nichts gesendet.',
    }),
  });
}
