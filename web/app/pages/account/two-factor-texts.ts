import { texts } from '../../texts/texts.ts';
import { en } from '../../texts/two-factor.en.ts';

export const t = await texts(en, { de: async () => (await import('../../texts/two-factor.de.ts')).de });
