import type { en } from './form-head.en.ts';
import type { TextsLike } from './texts.ts';

export const de: TextsLike<typeof en> = {
  forms: 'Formulare',
  pagesOfForm: 'Seiten des Formulars',
  edit: 'Bearbeiten',
  responses: 'Antworten',
  analytics: 'Auswertung',
  share: 'Teilen',
  settings: 'Einstellungen',
};
