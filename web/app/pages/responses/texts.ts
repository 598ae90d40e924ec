import { en } from '../../texts/responses.en.ts';
import { texts } from '../../texts/texts.ts';

export const t = await texts(en, { de: async () => (await import('../../texts/responses.de.ts')).de });
