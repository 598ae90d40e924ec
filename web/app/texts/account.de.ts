import type { en } from './account.en.ts';
import type { TextsLike } from './texts.ts';

export const de: TextsLike<typeof en> = {
  signIn: 'Anmelden',
  signInHelp: 'Zu den Formularen Ihres Teams.',
  email: 'E-Mail-Adresse',
  password: 'Passwort',
  forgotten: 'Passwort vergessen?',
};
