import { localeOf } from './locale.ts';

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

/**
 * The language with the region in which the browser is used: numbers, days and months are written as there. Of English
 * alone, they would be those of the United States.
 */
export const locale: string = localeOf(language, navigator.languages);

document.documentElement.lang = language;

/** The page is loaded anew: its texts are chosen when it begins. */
export function setLanguage(next: Language): void {
  localStorage.setItem('formline.language', next);
  location.reload();
}
