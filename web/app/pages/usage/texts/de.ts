import type { TextsLike } from '../../../texts/translate.ts';
import type { en } from './en.ts';

export const de: TextsLike<typeof en> = {
  help: 'Von {organization}, seit dem 1. {month}, in UTC.',
  estimate: 'Geschätzte Kosten in diesem Monat',
  estimateHelp: 'Aus den Zählern, nach den Listenpreisen von AWS in us-east-1, ohne das kostenlose Kontingent.',
  sofar: 'Summe',
  submissionsCost: 'Einsendungen',
  visitsCost: 'Besuche',
  deliveriesCost: 'Zustellungen',
  storageCost: 'Speicher für einen Monat',
  beside: 'Dazu kostet eine Installation etwa 10 $ im Monat, ob sie benutzt wird oder nicht. Dateien sind nicht dabei.',
  caption: 'Nach Umgebung',
  environment: 'Umgebung',
  forms: 'Formulare',
  views: 'Aufrufe',
  submissions: 'Einsendungen',
  partial: 'Unvollständig',
  deliveries: 'Zustellungen',
  spam: 'Spam abgewehrt',
  stored: 'Gespeicherte Antworten',
  size: 'Größe (ca.)',
};
