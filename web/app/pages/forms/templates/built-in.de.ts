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
};
