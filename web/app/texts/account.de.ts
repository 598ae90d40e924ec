import type { en } from './account.en.ts';
import type { TextsLike } from './texts.ts';

export const de: TextsLike<typeof en> = {
  signIn: 'Anmelden',
  signInHelp: 'Zu den Formularen Ihres Teams.',
  toSignIn: 'Zurück zur Anmeldung',
  email: 'E-Mail-Adresse',
  password: 'Passwort',
  name: 'Ihr Name',
  forgotten: 'Passwort vergessen?',
  or: 'oder',
  signInBy: 'Mit {name} anmelden',
  wrong: 'Die E-Mail-Adresse oder das Passwort ist falsch, oder das Konto ist gesperrt.',
  resetTitle: 'Ein neues Passwort',
  resetHelp:
    'Sie bekommen einen Link per Mail; wo dieser Dienst keine sendet, erstellt ihn ein Administrator Ihrer Organisation.',
  resetMailedHelp:
    'Gibt es ein Konto mit dieser Adresse, kommt dort in wenigen Minuten eine Mail mit einem Link an. Er gilt 30 Minuten. Kommt keine, sehen Sie im Spam nach, oder fragen Sie einen Administrator Ihrer Organisation.',
  resetAsk: 'Neues Passwort anfordern',
  resetAsked: 'Angefordert',
  resetAskedHelp:
    'Gibt es ein Konto mit dieser Adresse, sehen die Administratoren der Organisation es in ihrem Audit-Protokoll und können Ihnen einen Link erstellen.',
  newPasswordTitle: 'Neues Passwort wählen',
  newPasswordHelp: 'Sie werden überall abgemeldet und melden sich mit dem neuen an.',
  newPassword: 'Neues Passwort',
  setPassword: 'Passwort festlegen',
  passwordSet: 'Das neue Passwort gilt. Melden Sie sich damit an.',
  passwordRule: 'Mindestens 8 Zeichen.',
  linkEnded: 'Dieser Link wurde schon verwendet oder ist abgelaufen: Links gelten einmal, 30 Minuten lang.',
  newLink: 'Neuen Link anfordern',
  invitationEnded: 'Diese Einladung gilt nicht mehr',
  invitationEndedHelp:
    'Sie wurde verwendet, zurückgenommen oder ersetzt, oder ihre 7 Tage sind vorbei. Bitten Sie um eine neue.',
  joinTitle: '{organization} beitreten',
  invitationHelp: 'Sie sind als {role} eingeladen, mit der Adresse {email}.',
  join: 'Einladung annehmen',
  joinAsNew: 'Konto anlegen und beitreten',
  choosePassword: 'Das Passwort dieses Kontos hat jemand anderes gesetzt. Wählen Sie Ihr eigenes.',
  joined: 'Sie gehören jetzt zu {organization}.',
  haveAccount: 'Haben Sie ein Konto mit dieser Adresse?',
  accountHelp: 'Für alle Organisationen, zu denen Sie gehören.',
  profile: 'Profil',
  currentPassword: 'Aktuelles Passwort',
  endsSessions: 'Eine Änderung meldet Sie überall ab.',
  saved: 'Gespeichert.',
  signInAgain: 'Gespeichert. Melden Sie sich erneut an.',
};
