import { en } from './en.ts';
import { texts } from './translate.ts';

/** Texts that all pages share. */
export const t = await texts(en, { de: async () => (await import('./de.ts')).de });
