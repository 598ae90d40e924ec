import type { TextsLike } from '../../../texts/translate.ts';
import type { en } from './en.ts';

export const de: TextsLike<typeof en> = {
  title: 'Gehe zu',
  otherForm: 'Formular wechseln',
  searchForms: 'Formulare suchen',
  search: 'Formulare, Seiten und Aktionen suchen',
  results: 'Ergebnisse',
  form: 'Formular',
  page: 'Seite',
  action: 'Aktion',
  newForm: 'Neues Formular',
  edit: 'Dieses Formular bearbeiten',
  responses: 'Antworten auf dieses Formular',
  summary: 'Zusammenfassung dieses Formulars',
  share: 'Dieses Formular teilen',
  formSettings: 'Einstellungen dieses Formulars',
  none: 'Nichts gefunden',
};
