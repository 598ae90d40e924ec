import type { TextsLike } from '../../texts/translate.ts';
import type { en } from './en.ts';

export const de: TextsLike<typeof en> = {
  actions: '{title} sichern',
  chart: 'Diagramm',
  saveCsv: 'Als CSV sichern',
  savePng: 'Als PNG sichern',
  show: 'Anzeigen als',
  table: 'Tabelle',
  valueOnDay: '{day}: {values}',
};
