import { localeOf } from './locale.ts';

export const languages = { en: 'English', de: 'Deutsch' } as const;
export type Language = keyof typeof languages;

const isLanguage = (name: string | null | undefined): name is Language => name === 'en' || name === 'de';

const wished = (): Language => {
  const kept = localStorage.getItem('formline.language');
  if (isLanguage(kept)) return kept;
  return navigator.languages.map(name => name.slice(0, 2).toLowerCase()).find(isLanguage) ?? 'en';
};

/** The language of the page while it is open. */
export const language: Language = wished();

/** The language with the browser's region, for numbers and dates: plain English would mean American formats. */
export const locale: string = localeOf(language, navigator.languages);

document.documentElement.lang = language;

/** Changes the language and reloads the page, since texts are chosen when it loads. */
export function setLanguage(next: Language): void {
  localStorage.setItem('formline.language', next);
  location.reload();
}
