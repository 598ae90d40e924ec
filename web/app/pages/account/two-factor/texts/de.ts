import type { TextsLike } from '../../../../texts/translate.ts';
import type { en } from './en.ts';

export const de: TextsLike<typeof en> = {
  twoFactor: 'Zwei-Faktor-Anmeldung',
  twoFactorHelp: 'Zum Passwort ein Code, den eine App auf Ihrem Telefon anzeigt.',
  offNow: 'Aus',
  onNow: 'Ein',
  onSince: 'Seit {date}.',
  codesLeft: {
    one: '{count} Wiederherstellungscode ist übrig.',
    other: '{count} Wiederherstellungscodes sind übrig.',
  },
  fewLeft: 'Erstellen Sie neue, solange Sie sich noch anmelden können.',
  turnOn: 'Einschalten',
  turnOff: 'Ausschalten',
  turnOnTitle: 'Zwei-Faktor-Anmeldung einschalten',
  turnOffTitle: 'Zwei-Faktor-Anmeldung ausschalten?',
  turnOffHelp:
    'Dann genügt Ihr Passwort, und Sie verlieren den Zugriff auf Organisationen, die einen zweiten Faktor verlangen.',
  passwordFirst: 'Geben Sie Ihr Passwort ein, um fortzufahren.',
  goOn: 'Weiter',
  scan: 'Scannen Sie das mit einer Authenticator-App: Google Authenticator, 1Password, Aegis oder einer anderen.',
  qr: 'QR-Code für die Authenticator-App',
  byHand: 'Oder geben Sie diesen Schlüssel in die App ein',
  thenCode: 'Geben Sie dann den Code ein, den die App anzeigt. Alle Ihre anderen Sitzungen enden damit.',
  newCodes: 'Neue Wiederherstellungscodes',
  newCodesTitle: 'Neue Wiederherstellungscodes',
  newCodesHelp: 'Die bisherigen Codes gelten dann nicht mehr.',
  codes: 'Ihre Wiederherstellungscodes',
  codesHelp:
    'Jeder gilt einmal, anstelle der App. Bewahren Sie sie nicht nur auf dem Telefon auf. Sie werden nur jetzt gezeigt.',
  download: 'Herunterladen',
  fileTitle: 'Formline: Wiederherstellungscodes von {email}',
  kept: 'Ich habe sie gespeichert',
  isOn: 'Die Zwei-Faktor-Anmeldung ist eingeschaltet',
  isOff: 'Die Zwei-Faktor-Anmeldung ist ausgeschaltet',
  code: 'Code',
  codeHelp: 'Die sechs Ziffern, die die App anzeigt.',
  anyCodeHelp: 'Die sechs Ziffern, die die App anzeigt, oder ein Wiederherstellungscode.',
  wrongCode: 'Dieser Code ist falsch oder wurde schon verwendet. Nehmen Sie den, den die App jetzt anzeigt.',
  required: 'Zwei-Faktor-Anmeldung einrichten',
  requiredHelp:
    '{organization} verlangt die Zwei-Faktor-Anmeldung. Sie brauchen zwei Minuten und eine App auf Ihrem Telefon.',
  otherSignIn: 'Melden Sie sich anders an',
  otherSignInHelp:
    '{organization} verlangt einen zweiten Faktor. Melden Sie sich ab, dann mit Passwort und Code wieder an, oder über den Anbieter von {organization}.',
};
