import { breakLinks, type MailContent } from './mail-layout.ts';

type Language = MailContent['language'];

const words: Readonly<Record<Language, { footer: (formTitle: string) => string; ending: string }>> = {
  en: {
    footer: formTitle => `You received this email because your address was entered in the form “${formTitle}”.`,
    ending: 'Stop these emails',
  },
  de: {
    footer: formTitle =>
      `Sie erhalten diese E-Mail, weil Ihre Adresse in das Formular „${formTitle}“ eingetragen wurde.`,
    ending: 'Keine E-Mails mehr erhalten',
  },
};

/** Returns the mail of a member's reply to a response, in the language of the form's texts. */
export function personalReplyMail(
  { subject, body }: { readonly subject: string; readonly body: string },
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
