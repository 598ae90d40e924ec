import { en } from '../../texts/share.en.ts';
import { texts } from '../../texts/texts.ts';

export const t = await texts(en, { de: async () => (await import('../../texts/share.de.ts')).de });
