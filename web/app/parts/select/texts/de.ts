import type { TextsLike } from '../../../texts/translate.ts';
import type { en } from './en.ts';

export const de: TextsLike<typeof en> = {
  found: { one: '{count} Ergebnis', other: '{count} Ergebnisse' },
  none: 'Nichts gefunden',
};
