import { urlOfPart } from './parts.ts';
import english from './texts/en.json' with { type: 'json' };

/** Those of the script, and those that come with what few forms need. */
export type Texts = typeof english & typeof import('./texts/en-more.json');
export type TextKey = keyof Texts;

export { english };

/** The texts of a language; English where there are none, or they do not come: no form is held up by its buttons. */
export async function textsIn(lang: string): Promise<typeof english> {
  const url = urlOfPart(lang.slice(0, 2).toLowerCase());
  if (!url) return english;
  try {
    const response = await fetch(url);
    return response.ok ? { ...english, ...(await response.json()) } : english;
  } catch {
    return english;
  }
}

/** `{0}` and `{1}` of a text with what stands for them. */
export const fill = (text: string, ...values: readonly (string | number)[]): string =>
  text.replace(/\{(\d)\}/g, (_, index: string) => String(values[Number(index)] ?? ''));
