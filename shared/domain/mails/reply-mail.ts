import type { AutomaticReply } from '../forms/replies/autoresponder.ts';
import { breakLinks, type MailContent } from './mail-layout.ts';
import { unsubscribeHeaders } from './mail-token.ts';

type Language = MailContent['language'];

const words: Readonly<Record<Language, { footer: (formTitle: string) => string; ending: string }>> = {
  en: {
    footer: formTitle =>
      `You received this email because someone entered your address in the form “${formTitle}”. Not you, or don’t want more? You can stop these emails.`,
    ending: 'Stop these emails',
  },
  de: {
    footer: formTitle =>
      `Dies ist eine automatische Antwort: Ihre Adresse wurde in das Formular „${formTitle}“ eingetragen. Waren Sie das nicht, oder möchten Sie keine mehr davon, können Sie sie beenden.`,
    ending: 'Automatische Antworten beenden',
  },
};

/**
 * @param language the language of the form's texts, in which its owner has written the reply
 */
export function replyMail(
  { subject, body }: AutomaticReply,
  { formTitle, language = 'en', optOutUrl }: { formTitle: string; language: string | undefined; optOutUrl: string },
): MailContent {
  const spoken: Language = /^de\b/i.test(language) ? 'de' : 'en';
  return {
    language: spoken,
    subject,
    title: subject,
    paragraphs: body.split(/\n{2,}/).filter(paragraph => paragraph.trim() !== ''),
    footer: words[spoken].footer(breakLinks(formTitle)),
    ending: { label: words[spoken].ending, url: optOutUrl },
  };
}

/**
 * Returns the headers that stop automatic answers (RFC 3834), tell filters what this is, and offer the recipient an
 * opt-out.
 */
export const replyHeaders = (optOutUrl: string): Readonly<Record<string, string>> => ({
  'Auto-Submitted': 'auto-replied',
  'X-Auto-Response-Suppress': 'All',
  Precedence: 'bulk',
  ...unsubscribeHeaders(optOutUrl),
});
