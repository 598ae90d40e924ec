import { en } from './en.ts';
import { texts } from './translate.ts';

/** What every page may say. */
export const t = await texts(en, { de: async () => (await import('./de.ts')).de });
