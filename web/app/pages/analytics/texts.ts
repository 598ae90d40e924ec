import { en } from '../../texts/analytics.en.ts';
import { texts } from '../../texts/texts.ts';

export const t = await texts(en, { de: async () => (await import('../../texts/analytics.de.ts')).de });
