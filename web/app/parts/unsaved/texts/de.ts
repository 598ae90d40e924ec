import type { TextsLike } from '../../../texts/translate.ts';
import type { en } from './en.ts';

export const de: TextsLike<typeof en> = {
  title: 'Ohne Speichern verlassen?',
  lost: 'Was Sie auf dieser Seite geändert haben, geht verloren.',
  leave: 'Verlassen',
};
