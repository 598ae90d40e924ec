/** The service's own templates by their ids. */
export const de: Readonly<Record<string, { readonly name: string; readonly description: string }>> = {
  tpl_00000000000000000000000010: {
    name: 'Newsletter-Anmeldung',
    description: 'Eine Adresse mit Einwilligung, und sonst so wenig wie möglich.',
  },
  tpl_00000000000000000000000020: {
    name: 'Fehlerbericht',
    description: 'Was geschehen ist, was erwartet wurde, und wie man es noch einmal sieht.',
  },
  tpl_00000000000000000000000030: { name: 'Bewerbung', description: 'Eine Bewerbung mit dem Lebenslauf als Datei.' },
  tpl_00000000000000000000000035: {
    name: 'Einladung mit Zusage',
    description: 'Wer zusagt, mit wem, und was gegessen wird.',
  },
  tpl_00000000000000000000000040: {
    name: 'Anmeldung zu einer Veranstaltung',
    description: 'Wer kommt, wie viele es sind, und was sie brauchen.',
  },
  tpl_00000000000000000000000045: {
    name: 'NPS-Umfrage',
    description: 'Wie wahrscheinlich jemand Sie empfiehlt, von 0 bis 10, und woran es liegt.',
  },
  tpl_00000000000000000000000050: {
    name: 'Feedback',
    description: 'Wie zufrieden jemand ist, was gut war, und was besser sein könnte.',
  },
  tpl_00000000000000000000000055: {
    name: 'Kontakt mit Einwilligung',
    description: 'Fragen von Besuchern, die in die Nutzung ihrer Daten einwilligen; mit Wortlaut und Zeitpunkt.',
  },
  tpl_00000000000000000000000060: {
    name: 'Kontakt',
    description: 'Fragen und Wünsche der Besucher einer Website.',
  },
  tpl_00000000000000000000000058: {
    name: 'Rückrufbitte',
    description: 'Eine Nummer, das Thema und die beste Zeit für den Anruf.',
  },
  tpl_00000000000000000000000057: {
    name: 'Angebotsanfrage',
    description: 'Was jemand braucht, bis wann und zu welchem Preis.',
  },
  tpl_00000000000000000000000056: {
    name: 'Terminanfrage',
    description: 'Eine Leistung, zwei mögliche Termine und der Weg zur Bestätigung.',
  },
  tpl_0000000000000000000000004E: {
    name: 'Kundenzufriedenheit',
    description: 'Wie gut Produkt, Service und Preis ankommen, in einer Tabelle.',
  },
  tpl_00000000000000000000000048: {
    name: 'Feedback zur Veranstaltung',
    description: 'Was Gäste von Vorträgen, Ort und Essen halten.',
  },
  tpl_00000000000000000000000043: {
    name: 'Funktionswunsch',
    description: 'Was Nutzer brauchen, warum und wie dringend.',
  },
  tpl_00000000000000000000000042: {
    name: 'Kursbewertung',
    description: 'Was Teilnehmer von Inhalt, Tempo und Lehrkraft halten.',
  },
  tpl_00000000000000000000000041: {
    name: 'Stimmung im Team',
    description: 'Wie es dem Team diese Woche geht, ohne Namen.',
  },
  tpl_0000000000000000000000003E: {
    name: 'Workshop-Wahl',
    description: 'Welche Workshops jemand am liebsten besucht, der Reihe nach.',
  },
  tpl_00000000000000000000000038: {
    name: 'Webinar-Anmeldung',
    description: 'Wer online teilnimmt und was ihn interessiert.',
  },
  tpl_00000000000000000000000034: {
    name: 'Freiwillige finden',
    description: 'Wer hilft, wobei und in welchen Schichten.',
  },
  tpl_00000000000000000000000033: { name: 'Terminumfrage', description: 'Wann die meisten Zeit haben.' },
  tpl_0000000000000000000000002E: {
    name: 'Interview-Bewertung',
    description: 'Noten für einen Bewerber, mit Durchschnitt.',
  },
  tpl_0000000000000000000000002C: {
    name: 'Austrittsgespräch',
    description: 'Warum jemand geht und was ihn gehalten hätte.',
  },
  tpl_00000000000000000000000028: {
    name: 'Support-Anfrage',
    description: 'Eine Frage mit Dringlichkeit, Dateien und Adresse für die Antwort.',
  },
  tpl_00000000000000000000000026: {
    name: 'Rücksendung',
    description: 'Was zurückgeht, warum, und ob Geld oder Ersatz gewünscht ist.',
  },
  tpl_0000000000000000000000001C: {
    name: 'Demo-Anfrage',
    description: 'Wer Ihr Produkt sehen will und wie groß das Team ist.',
  },
  tpl_0000000000000000000000001A: { name: 'Warteliste', description: 'Wer zu den Ersten gehören will.' },
  tpl_00000000000000000000000016: {
    name: 'Quiz',
    description: 'Drei Fragen mit Punktzahl und einem Ende für jedes Ergebnis.',
  },
  tpl_00000000000000000000000014: {
    name: 'Kundenstimme',
    description: 'Worte eines Kunden, mit Erlaubnis zur Veröffentlichung.',
  },
  tpl_0000000000000000000000000E: {
    name: 'Bestellung',
    description: 'Produkte mit Mengen, die Summe und eine Adresse.',
  },
};
