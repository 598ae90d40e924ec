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
  live: 'Live',
  draft: 'Entwurf',
  archived: 'Geschlossen',
  publish: 'Veröffentlichen',
  unpublish: 'Zurück zum Entwurf',
  close: 'Für Antworten schließen',
  reopen: 'Wieder öffnen',
  published: '„{title}“ ist live.',
  unpublished: '„{title}“ ist wieder ein Entwurf und nimmt keine Antworten an.',
  closed: '„{title}“ ist geschlossen und nimmt keine Antworten mehr an.',
};
