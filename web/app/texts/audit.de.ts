import type { en } from './audit.en.ts';
import type { TextsLike } from './texts.ts';

export const de: TextsLike<typeof en> = {
  help: 'Wer was wann und von wo getan hat, in allen Umgebungen. Ein Jahr lang aufbewahrt.',
  caption: 'Ereignisse',
  action: 'Aktion',
  anyAction: 'Jede Aktion',
  who: 'Wer',
  subject: 'Woran',
  where: 'Von',
  environment: 'Umgebung',
  when: 'Wann',
  from: 'Ab Tag',
  to: 'Bis Tag',
  whoId: 'Id einer Person oder eines Schlüssels',
  subjectId: 'Id dessen, woran es geschah',
  filter: 'Filtern',
  none: 'Nichts davon ist geschehen',
  noneHelp: 'Wählen Sie andere Tage oder eine andere Aktion.',
  times: { one: '{count}-mal', other: '{count}-mal' },
  session: 'Person',
  secretKey: 'Geheimer Schlüssel',
  publishableKey: 'Öffentlicher Schlüssel',
  anonymous: 'Niemand angemeldet',
};
