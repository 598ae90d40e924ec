import { language, locale } from './language.ts';

type Plural = { readonly one: string; readonly other: string };
type English = Readonly<Record<string, string | Plural>>;

/** The texts in another language: every key of the English ones. */
export type TextsLike<E extends English> = { readonly [K in keyof E]: E[K] extends string ? string : Plural };

type Names<S> = S extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never;
type NamesOf<T> = T extends Plural ? Names<T['one'] | T['other']> | 'count' : Names<T>;
type Values<T> = { readonly [N in NamesOf<T>]: string | number };

/** `t('deleted', { name })`; `count` chooses between singular and plural. */
export type Translate<E extends English> = <K extends keyof E>(
  key: K,
  ...values: [NamesOf<E[K]>] extends [never] ? [] : [Values<E[K]>]
) => string;

const plurals = new Intl.PluralRules(language);
const numbers = new Intl.NumberFormat(locale);

/** Loads the texts of a section in the page's language, or in English if they don't load. */
export async function texts<E extends English>(
  en: E,
  others: { readonly de: () => Promise<TextsLike<E>> },
): Promise<Translate<E>> {
  const chosen: English = language === 'de' ? await others.de().catch(() => en) : en;
  return (key, ...[values]) => {
    const text = chosen[key as string] ?? en[key] ?? String(key);
    if (!Object.hasOwn(en, key)) console.error(`There is no text "${text}"`);
    return fill(typeof text === 'string' ? text : text[pluralOf(values)], values ?? {});
  };
}

const pluralOf = (values: object | undefined): 'one' | 'other' => {
  const { count = 0 } = (values ?? {}) as { count?: number };
  return plurals.select(Number(count)) === 'one' ? 'one' : 'other';
};

const fill = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name] ?? '';
    return typeof value === 'number' ? numbers.format(value) : value;
  });
