import { en } from '../../texts/settings.en.ts';
import { texts } from '../../texts/texts.ts';

export const t = await texts(en, { de: async () => (await import('../../texts/settings.de.ts')).de });
