import type { WordingTexts } from '../wording/in-words.ts';
import wordsInEnglish from '../wording/texts/en.json' with { type: 'json' };
import { languages } from './languages.ts';
import english from './texts/en.json' with { type: 'json' };

/** The texts of pages that work without a script. */
export type PageTexts = typeof english;

type HostedTexts = { readonly page: PageTexts; readonly words: WordingTexts };

const inEnglish: HostedTexts = { page: english, words: wordsInEnglish };

const textsIn = (language: string): HostedTexts => {
  const name = language.slice(0, 2).toLowerCase();
  if (name === 'en') return inEnglish;
  const others: Readonly<Record<string, HostedTexts>> = languages;
  return others[name] ?? inEnglish;
};

/** Returns the texts of a language (BCP 47), or English when there are none. */
export const textsOf = (language: string): PageTexts => textsIn(language).page;

/** Returns the texts of errors and hints. */
export const wordingOf = (language: string): WordingTexts => textsIn(language).words;
