import type { TextsLike } from '../../../../texts/translate.ts';
import type { en } from './en.ts';

export const de: TextsLike<typeof en> = {
  notLive: 'Dieses Formular ist nicht live: Noch kann es niemand sehen oder absenden.',
  publish: 'Veröffentlichen',
  link: 'Link',
  linkHelp: 'Eine eigene Seite, zum Verschicken oder Drucken.',
  open: 'Seite öffnen',
  pageOff: 'Die Seite dieses Formulars ist in seinen Einstellungen ausgeschaltet.',
  qr: 'QR-Code der Seite',
  embed: 'In Ihrer Website',
  embedHelp: 'Das Formular wird Teil der Seite: kein Rahmen, kein zweiter Rollbalken, keine fremden Stile.',
  key: 'Öffentlicher Schlüssel',
  keyHelp:
    'Er darf in einer Seite stehen: Er sendet an die Formulare dieser Umgebung, sonst nichts. In diesem Browser gemerkt.',
  makeKey: 'Schlüssel dafür erstellen',
  keyMade: 'Der Schlüssel ist erstellt und steht in den Schnipseln, auch unter den API-Schlüsseln.',
  keyName: 'Website',
  askAdmin: 'Fügen Sie einen ein, den Sie haben, oder bitten Sie einen Administrator darum.',
  downloadQr: 'QR-Code als {type} herunterladen',
  pinned: 'Skript',
  pinnedHelp: 'Mit dem Hash führt der Browser genau diese Version aus. Holen Sie das Stück nach einem Update neu.',
  latest: 'Neueste',
  latestHelp: 'Das Skript ohne Hash: Updates kommen von selbst.',
  popup: 'Pop-up',
  popupHelp:
    'Ein Knopf in der Ecke öffnet das Formular über Ihrer Seite. data-trigger="#id" öffnet es von einem eigenen Knopf.',
  slideIn: 'Slide-in',
  slideInHelp:
    'Öffnet sich in der Ecke, und die Seite bleibt bedienbar. data-after="20" öffnet es nach 20 Sekunden von selbst.',
  react: 'React',
  reactHelp: 'Für Next mit „use client“ darüber.',
  vue: 'Vue',
  vueHelp: 'Der Compiler muss das Tag kennen: isCustomElement: tag => tag === "formline-form".',
  iframe: 'Frame',
  iframeHelp:
    'Wo eine Seite kein Skript einer anderen ausführen darf. Der zweite Teil passt die Höhe an und kann entfallen.',
  asksForProof:
    'Dieses Formular verlangt einen Nachweis, dass jemand es ausfüllt: Was so kommt, wird abgelehnt oder liegt im Spam-Ordner. Nehmen Sie von einem Server aus einen geheimen Schlüssel.',
  curl: 'Von einem Server oder Terminal',
  plain: 'Ein eigenes HTML-Formular',
  plainHelp: 'Ganz ohne Skript: Die Namen der Eingaben sind die Ids der Felder.',
};
