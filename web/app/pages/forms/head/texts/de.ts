import type { TextsLike } from '../../../../texts/translate.ts';
import type { en } from './en.ts';

export const de: TextsLike<typeof en> = {
  forms: 'Formulare',
  otherForm: 'Formular wechseln',
  pagesOfForm: 'Seiten des Formulars',
  edit: 'Bearbeiten',
  responses: 'Antworten',
  analytics: 'Auswertung',
  share: 'Teilen',
  settings: 'Einstellungen',
  captchaOff: 'Das Captcha wird nicht geprüft: Ihm fehlt der geheime Schlüssel.',
  captchaSet: 'Geheimen Schlüssel setzen',
};
