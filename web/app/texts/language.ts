export const languages = { en: 'English', de: 'Deutsch' } as const;
export type Language = keyof typeof languages;

const isLanguage = (name: string | null | undefined): name is Language => name === 'en' || name === 'de';

const wished = (): Language => {
  const kept = localStorage.getItem('formline.language');
  if (isLanguage(kept)) return kept;
  return navigator.languages.map(name => name.slice(0, 2).toLowerCase()).find(isLanguage) ?? 'en';
};

/** That of the page, for as long as it is open. */
export const language: Language = wished();

document.documentElement.lang = language;

/** The page is loaded anew: its texts are chosen when it begins. */
export function setLanguage(next: Language): void {
  localStorage.setItem('formline.language', next);
  location.reload();
}
