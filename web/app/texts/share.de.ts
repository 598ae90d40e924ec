import type { en } from './share.en.ts';
import type { TextsLike } from './texts.ts';

export const de: TextsLike<typeof en> = {
  notLive: 'Dieses Formular ist nicht live: Noch kann es niemand sehen oder absenden.',
  publish: 'Veröffentlichen',
  link: 'Link',
  linkHelp: 'Eine eigene Seite, zum Verschicken oder Drucken.',
  open: 'Seite öffnen',
  pageOff: 'Die Seite dieses Formulars ist in seinen Einstellungen ausgeschaltet.',
  qr: 'QR-Code der Seite',
  downloadQr: 'Als SVG herunterladen',
  embed: 'In Ihrer Website',
  embedHelp: 'Das Formular wird Teil der Seite: kein Rahmen, kein zweiter Rollbalken, keine fremden Stile.',
  key: 'Öffentlicher Schlüssel',
  keyHelp:
    'Er darf in einer Seite stehen: Er sendet an die Formulare dieser Umgebung, sonst nichts. In diesem Browser gemerkt.',
  makeKey: 'Schlüssel dafür erstellen',
  keyMade: 'Der Schlüssel ist erstellt und steht in den Schnipseln, auch unter den API-Schlüsseln.',
  keyName: 'Website',
  askAdmin: 'Fügen Sie einen ein, den Sie haben, oder bitten Sie einen Administrator darum.',
  snippet: 'Skript in fester Version',
  snippetHelp:
    'Mit dem Hash führt der Browser genau diese Version aus. Nehmen Sie den Schnipsel nach einer Aktualisierung neu.',
  latest: 'Immer die neueste Version',
  iframe: 'Als Rahmen',
  iframeHelp: 'Wo Skripte nicht erlaubt sind; der zweite Teil passt die Höhe an.',
  curl: 'Von einem Server oder Terminal',
  plain: 'Ein eigenes HTML-Formular',
  plainHelp: 'Ganz ohne Skript: Die Namen der Eingaben sind die Ids der Felder.',
};
