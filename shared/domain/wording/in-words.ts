import type { Field } from '../fields/field.ts';
import { dayInWords, dayOf } from './days.ts';
import { isolated, type PluralText } from './template.ts';

/** The texts of errors and hints: `texts/en.json`. */
type English = typeof import('./texts/en.json');
export type WordingKey = keyof English;
export type WordingTexts = { readonly [K in WordingKey]: English[K] extends string ? string : PluralText };

/** Texts, and their language (BCP 47). */
export type Words = { readonly texts: WordingTexts; readonly lang: string };

/** The part of a field that the texts use. */
export type AskedField = Pick<Field, 'type' | 'label' | 'validate' | 'currency'>;

/** Returns a bound of a number, a day or a time as people read it. */
export function boundInWords(type: string, bound: unknown, lang: string): string | number {
  if (type === 'date') return dayInWords(dayOf(String(bound)), lang);
  return type === 'time' ? timeInWords(String(bound), lang) : Number(bound);
}

const timeInWords = (time: string, lang: string): string =>
  new Intl.DateTimeFormat(lang, { timeStyle: 'short', timeZone: 'UTC' }).format(new Date(`1970-01-01T${time}Z`));

export const oneOf = (words: readonly string[], lang: string): string =>
  new Intl.ListFormat(lang, { type: 'disjunction' }).format(words.map(word => isolated(word, lang)));

/** The file kinds that their name does not describe: `application/msword`. */
const kinds: Readonly<Record<string, string>> = {
  msword: 'DOC',
  document: 'DOCX',
  sheet: 'XLSX',
  presentation: 'PPTX',
  plain: 'TXT',
};

/** Returns kinds of files in words: `image/*` and `.pdf` become "images or PDF". */
export const kindsInWords = (accept: readonly string[], { texts, lang }: Words): string => {
  const wild: Readonly<Record<string, PluralText>> = {
    'image/*': texts.images,
    'audio/*': texts.audio,
    'video/*': texts.video,
    'text/*': texts.text,
  };
  const words = accept.map(kind => {
    const name = kind.split(/[/.+-]/).at(-1) ?? kind;
    return String(wild[kind] ?? kinds[name] ?? name.toUpperCase());
  });
  return oneOf([...new Set(words)], lang);
};

const kilobyte = 1024;

export function sizeInWords(bytes: number, lang: string): string {
  const [unit, size] = bytes < kilobyte ** 2 ? ['kilobyte', kilobyte] : ['megabyte', kilobyte ** 2];
  return new Intl.NumberFormat(lang, { style: 'unit', unit, maximumFractionDigits: 1 }).format(bytes / Number(size));
}
