import { en } from './base.en.ts';
import { texts } from './texts.ts';

/** What every page may say. */
export const t = await texts(en, { de: async () => (await import('./base.de.ts')).de });
