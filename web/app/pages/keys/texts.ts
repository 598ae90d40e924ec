import { en } from '../../texts/keys.en.ts';
import { texts } from '../../texts/texts.ts';

export const t = await texts(en, { de: async () => (await import('../../texts/keys.de.ts')).de });
