import { breakLinks, type MailContent } from './mail-layout.ts';
import { unsubscribeHeaders } from './mail-token.ts';

type Language = MailContent['language'];

type Words = { readonly footer: (formTitle: string) => string; readonly ending: string };

/** By who replies: the form itself, or a member of its team. */
const words: Readonly<Record<'automatic' | 'personal', Readonly<Record<Language, Words>>>> = {
  automatic: {
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
  },
  personal: {
    en: {
      footer: formTitle => `You received this email because your address was entered in the form “${formTitle}”.`,
      ending: 'Stop these emails',
    },
    de: {
      footer: formTitle =>
        `Sie erhalten diese E-Mail, weil Ihre Adresse in das Formular „${formTitle}“ eingetragen wurde.`,
      ending: 'Keine E-Mails mehr erhalten',
    },
  },
};

type ReplyText = { readonly subject: string; readonly body: string };
type ReplyContext = { formTitle: string; language: string | undefined; optOutUrl: string };

const mailOf =
  (kind: keyof typeof words) =>
  ({ subject, body }: ReplyText, { formTitle, language = 'en', optOutUrl }: ReplyContext): MailContent => {
    const spoken: Language = /^de\b/i.test(language) ? 'de' : 'en';
    const { footer, ending } = words[kind][spoken];
    return {
      language: spoken,
      subject,
      title: subject,
      paragraphs: body.split(/\n{2,}/).filter(paragraph => paragraph.trim() !== ''),
      footer: footer(breakLinks(formTitle)),
      ending: { label: ending, url: optOutUrl },
    };
  };

/** Returns a form's automatic reply, in the language of the form's texts, in which its owner has written it. */
export const replyMail = mailOf('automatic');

/** Returns a member's reply to a response, in the language of the form's texts. */
export const personalReplyMail = mailOf('personal');

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
