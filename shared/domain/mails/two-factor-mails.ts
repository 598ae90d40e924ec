import { inLanguage } from './account-mails.ts';
import type { MailLanguage } from './mail.ts';
import type { MailContent } from './mail-layout.ts';

/** A change of a user's second factor; `reset` is by an owner. */
export type TwoFactorChange = 'enabled' | 'disabled' | 'reset' | 'recoveryCodeUsed' | 'recoveryCodesRenewed';

type Words = { readonly subject: string; readonly text: string };

const words: Readonly<Record<MailLanguage, Readonly<Record<TwoFactorChange, Words>>>> = {
  en: {
    enabled: {
      subject: 'Two-factor sign-in is on',
      text: 'You now sign in with your password and a code from your authenticator app. Your other sessions have ended.',
    },
    disabled: {
      subject: 'Two-factor sign-in is off',
      text: 'You now sign in with only your password.',
    },
    reset: {
      subject: 'An owner turned off your two-factor sign-in',
      text: 'You now sign in with only your password, and all your sessions have ended. Turn two-factor sign-in on again as soon as you can.',
    },
    recoveryCodeUsed: {
      subject: 'A recovery code was used',
      text: 'Someone signed in with one of your recovery codes. That code no longer works.',
    },
    recoveryCodesRenewed: {
      subject: 'Your recovery codes changed',
      text: 'Your account has new recovery codes. The old ones no longer work.',
    },
  },
  de: {
    enabled: {
      subject: 'Die Zwei-Faktor-Anmeldung ist eingeschaltet',
      text: 'Sie melden sich jetzt mit Passwort und einem Code Ihrer Authenticator-App an. Ihre anderen Sitzungen sind beendet.',
    },
    disabled: {
      subject: 'Die Zwei-Faktor-Anmeldung ist ausgeschaltet',
      text: 'Sie melden sich jetzt nur mit Ihrem Passwort an.',
    },
    reset: {
      subject: 'Ein Inhaber hat Ihre Zwei-Faktor-Anmeldung ausgeschaltet',
      text: 'Sie melden sich jetzt nur mit Ihrem Passwort an, und alle Ihre Sitzungen sind beendet. Schalten Sie die Zwei-Faktor-Anmeldung so bald wie möglich wieder ein.',
    },
    recoveryCodeUsed: {
      subject: 'Ein Wiederherstellungscode wurde verwendet',
      text: 'Jemand hat sich mit einem Ihrer Wiederherstellungscodes angemeldet. Dieser Code gilt nicht mehr.',
    },
    recoveryCodesRenewed: {
      subject: 'Neue Wiederherstellungscodes',
      text: 'Ihr Konto hat neue Wiederherstellungscodes. Die bisherigen gelten nicht mehr.',
    },
  },
};

/**
 * @param url the account page, if known
 */
export function twoFactorMail(
  language: MailLanguage,
  { change, url }: { change: TwoFactorChange; url: string | undefined },
): MailContent {
  const { subject, text } = words[language][change];
  return inLanguage(language, {
    en: () => ({
      ...{ subject, title: subject },
      paragraphs: [text, 'If this wasn’t you, change your password now and tell an owner of your organization.'],
      action: url === undefined ? undefined : { label: 'View account', url },
      footer: 'You received this email because your account uses this address.',
    }),
    de: () => ({
      ...{ subject, title: subject },
      paragraphs: [
        text,
        'Waren Sie es nicht? Dann wählen Sie jetzt ein anderes Passwort, und sagen Sie einem Inhaber Ihrer Organisation Bescheid.',
      ],
      action: url === undefined ? undefined : { label: 'Zu Ihrem Konto', url },
      footer: 'Sie bekommen diese Mail, weil Ihr Konto diese Adresse hat.',
    }),
  });
}
