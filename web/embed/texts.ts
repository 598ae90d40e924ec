import type { PluralText } from '../../shared/domain/wording/template.ts';
import { urlOfTexts } from './parts.ts';
import english from './texts/en.json' with { type: 'json' };

/** The texts in the script, plus those in the parts. */
type All = typeof english & typeof import('./texts/en-more.json');
/** Texts with a form for each plural, which `fill` fills in. */
export type Texts = { readonly [K in keyof All]: All[K] extends string ? string : PluralText };
export type TextKey = { [K in keyof All]: All[K] extends string ? K : never }[keyof All];

export { english };

const waitMs = 5000;

/**
 * Loads the texts of a language. Returns English if there are none or they don't load, so that button texts never block
 * a form.
 */
export async function textsIn(lang: string): Promise<typeof english> {
  const url = urlOfTexts(lang.slice(0, 2).toLowerCase());
  if (!url) return english;
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(waitMs) });
    return response.ok ? { ...english, ...(await response.json()) } : english;
  } catch {
    return english;
  }
}
