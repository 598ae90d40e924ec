import { inLanguage } from './account-mails.ts';
import type { MailLanguage } from './mail.ts';
import { unlinked } from './mail-layout.ts';

/** Asks an address whether it wants mail about the responses of an organization. */
export function recipientMail(
  language: MailLanguage,
  { service, organization, url }: { service: string; organization: string; url: string },
) {
  const name = unlinked(organization);
  return inLanguage(language, {
    en: () => ({
      subject: `Do you want mail from ${service}?`,
      title: 'Do you want these mails?',
      paragraphs: [`The organization ${name} wants to tell this address of the responses to its forms.`],
      action: { label: 'Say yes', url },
      afterAction: 'The link works once, for seven days. Each of the mails has a link that ends them.',
      footer: 'If you do not know what this is about, ignore it: nothing is sent without your consent.',
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
