/** Paths of the files beside the script by their names: `{"more":"embed/more-1a2b3c4d.js"}`. The build fills it in. */
declare const formlineParts: string;

let base = '';

export const scriptBase = (): string => base;

/** The service's address is where its script came from: `/embed.js`, or `/embed/<version>.js`. */
export const setBase = (script: string): void => {
  base = new URL('.', script).href.replace(/embed\/$/, '');
};

export const urlOfPart = (name: string): string => {
  const path = JSON.parse(formlineParts)[name];
  return path ? new URL(path, base).href : '';
};

/** Loads what few forms need, and so is no part of the script; `T` is what it exports. */
export type LoadPart = <T>(name: 'more' | 'proof') => Promise<T>;

export const part: LoadPart = name => import(urlOfPart(name));
