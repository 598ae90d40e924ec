import type { AutomaticReply } from '../forms/replies/autoresponder.ts';
import { type MailContent, unlinked } from './mail-layout.ts';
import { unsubscribeHeaders } from './mail-token.ts';

type Language = MailContent['language'];

const words: Readonly<Record<Language, { footer: (formTitle: string) => string; ending: string }>> = {
  en: {
    footer: formTitle =>
      `This is an automatic reply: your address was entered into the form “${formTitle}”. If that was not you, or you want no more of them, you can end them.`,
    ending: 'End automatic replies',
  },
  de: {
    footer: formTitle =>
      `Dies ist eine automatische Antwort: Ihre Adresse wurde in das Formular „${formTitle}“ eingetragen. Waren Sie das nicht, oder möchten Sie keine mehr davon, können Sie sie beenden.`,
    ending: 'Automatische Antworten beenden',
  },
};

/** @param language of the form's own texts, in which its owner has written the reply */
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
    footer: words[spoken].footer(unlinked(formTitle)),
    ending: { label: words[spoken].ending, url: optOutUrl },
  };
}

/** What tells other programs not to answer (RFC 3834), filters what this is, and whoever it is to how to end it. */
export const replyHeaders = (optOutUrl: string): Readonly<Record<string, string>> => ({
  'Auto-Submitted': 'auto-replied',
  'X-Auto-Response-Suppress': 'All',
  Precedence: 'bulk',
  ...unsubscribeHeaders(optOutUrl),
});
