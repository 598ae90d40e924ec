import { en } from '../../texts/form-head.en.ts';
import { texts } from '../../texts/texts.ts';

export const t = await texts(en, { de: async () => (await import('../../texts/form-head.de.ts')).de });
