import type { TextsLike } from './texts.ts';
import type { en } from './usage.en.ts';

export const de: TextsLike<typeof en> = {
  help: 'Von {organization}, seit dem 1. {month}, in UTC.',
  estimate: 'Geschätzte Kosten bisher',
  estimateHelp:
    'Nach den Listenpreisen von AWS in us-east-1: {submissions} für Einsendungen, {visits} für Besuche, {storage} für Speicher.',
  beside:
    'Dazu kostet eine Installation etwa 10 $ im Monat, ob sie benutzt wird oder nicht. Dateien und Webhook-Zustellungen sind nicht dabei.',
  caption: 'Nach Umgebung',
  environment: 'Umgebung',
  forms: 'Formulare',
  views: 'Aufrufe',
  submissions: 'Einsendungen',
  partial: 'Teilweise',
  spam: 'Spam abgehalten',
  stored: 'Gespeicherte Antworten',
  size: 'Größe, etwa',
};
