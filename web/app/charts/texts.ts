import { en } from '../texts/charts.en.ts';
import { texts } from '../texts/texts.ts';

export const t = await texts(en, { de: async () => (await import('../texts/charts.de.ts')).de });
