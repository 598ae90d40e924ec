import type { TextsLike } from '../../../../../texts/translate.ts';
import type { en } from './en.ts';

export const de: TextsLike<typeof en> = {
  welcome: 'Begrüßungsseite',
  welcomeHelp: 'Erscheint vor der ersten Frage.',
  welcomeButton: 'Startknopf',
  welcomeDefault: 'Weiter',
  endings: 'Endseiten nach Antwort',
  endingsHelp: 'Die erste passende ersetzt den Dankestext.',
  ending: 'Endseite {number}',
  addEnding: 'Endseite hinzufügen',
  removeEnding: 'Endseite {number} entfernen',
  noQuestions: 'Fügen Sie zuerst eine Frage hinzu.',
  endingText: 'Text',
  endingRedirect: 'Weiterleiten zu',
  passAnswers: 'Antworten in der Adresse',
  passHelp: 'Personenbezogene und verschlüsselte Antworten nie.',
};
