import { inLanguage } from './account-mails.ts';
import type { MailLanguage } from './mail.ts';
import type { MailContent } from './mail-layout.ts';

/** What was done to the second factor of somebody; `reset`: by an owner. */
export type TwoFactorChange = 'enabled' | 'disabled' | 'reset' | 'recoveryCodeUsed' | 'recoveryCodesRenewed';

type Words = { readonly subject: string; readonly text: string };

const words: Readonly<Record<MailLanguage, Readonly<Record<TwoFactorChange, Words>>>> = {
  en: {
    enabled: {
      subject: 'Two-factor sign-in is on',
      text: 'Your account now asks for a code of your authenticator app. Every other session of it has ended.',
    },
    disabled: {
      subject: 'Two-factor sign-in is off',
      text: 'Your account asks for your password alone from now on.',
    },
    reset: {
      subject: 'An owner has turned two-factor sign-in off for you',
      text: 'Your account asks for your password alone from now on, and every session of it has ended. Turn two-factor sign-in on again as soon as you can.',
    },
    recoveryCodeUsed: {
      subject: 'A recovery code was used',
      text: 'Somebody has proved with one of your recovery codes to be you. That code is good no more.',
    },
    recoveryCodesRenewed: {
      subject: 'New recovery codes were made',
      text: 'Your account has new recovery codes. Those of before are good no more.',
    },
  },
  de: {
    enabled: {
      subject: 'Die Zwei-Faktor-Anmeldung ist eingeschaltet',
      text: 'Ihr Konto verlangt jetzt einen Code Ihrer Authenticator-App. Alle anderen Sitzungen sind beendet.',
    },
    disabled: {
      subject: 'Die Zwei-Faktor-Anmeldung ist ausgeschaltet',
      text: 'Ihr Konto verlangt ab jetzt nur noch Ihr Passwort.',
    },
    reset: {
      subject: 'Ein Inhaber hat Ihre Zwei-Faktor-Anmeldung ausgeschaltet',
      text: 'Ihr Konto verlangt ab jetzt nur noch Ihr Passwort, und alle seine Sitzungen sind beendet. Schalten Sie die Zwei-Faktor-Anmeldung so bald wie möglich wieder ein.',
    },
    recoveryCodeUsed: {
      subject: 'Ein Wiederherstellungscode wurde verwendet',
      text: 'Jemand hat sich mit einem Ihrer Wiederherstellungscodes ausgewiesen. Dieser Code gilt nicht mehr.',
    },
    recoveryCodesRenewed: {
      subject: 'Neue Wiederherstellungscodes',
      text: 'Ihr Konto hat neue Wiederherstellungscodes. Die bisherigen gelten nicht mehr.',
    },
  },
};

/** @param url of the page of the account, where it is known */
export function twoFactorMail(
  language: MailLanguage,
  { change, url }: { change: TwoFactorChange; url: string | undefined },
): MailContent {
  const { subject, text } = words[language][change];
  return inLanguage(language, {
    en: () => ({
      ...{ subject, title: subject },
      paragraphs: [text, 'If it was not you, choose another password now, and tell an owner of your organization.'],
      action: url === undefined ? undefined : { label: 'Go to your account', url },
      footer: 'You get this mail because your account has this address.',
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
