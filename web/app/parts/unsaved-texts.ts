import { texts } from '../texts/texts.ts';
import { en } from '../texts/unsaved.en.ts';

export const t = await texts(en, { de: async () => (await import('../texts/unsaved.de.ts')).de });
