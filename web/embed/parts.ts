/**
 * The files beside the script, filled in by the build: the hash of each part by name, `{"more":"1a2b3c4d"}`, the
 * languages that have texts, and the hash that their files share.
 */
declare const formlineParts: Readonly<Record<string, string>>;
declare const formlineLanguages: { readonly names: string; readonly hash: string };

let base = '';

export const scriptBase = (): string => base;

/** Derives the service's address from the script's: `/embed.js` or `/embed/<version>.js`. */
export const setBase = (script: string): void => {
  base = new URL('.', script).href.replace(/embed\/$/, '');
};

const urlOf = (file: string): string => new URL(`embed/${file}`, base).href;

const urlOfPart = (name: string): string => urlOf(`${name}-${formlineParts[name]}.js`);

/**
 * Returns the address of a language's texts. Undefined for English, whose texts are in the script, and for a language
 * without texts.
 */
export const urlOfTexts = (language: string): string | undefined =>
  formlineLanguages.names.split(' ').includes(language)
    ? urlOf(`${language}-${formlineLanguages.hash}.json`)
    : undefined;

/** Loads a part that few forms need and returns its exports, `T`. */
export type LoadPart<Other extends string = never> = <T>(name: 'check' | 'more' | 'proof' | Other) => Promise<T>;

export const part: LoadPart<'overlay'> = name => import(urlOfPart(name));
