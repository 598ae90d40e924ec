import type { en } from './charts.en.ts';
import type { TextsLike } from './texts.ts';

export const de: TextsLike<typeof en> = {
  actions: '{title} sichern',
  chart: 'Diagramm',
  saveCsv: 'Als CSV sichern',
  savePng: 'Als PNG sichern',
  show: 'Anzeigen als',
  table: 'Tabelle',
  valueOnDay: '{day}: {values}',
};
