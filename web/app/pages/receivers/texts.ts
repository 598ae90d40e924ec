import { en } from '../../texts/receivers.en.ts';
import { texts } from '../../texts/texts.ts';

export const t = await texts(en, { de: async () => (await import('../../texts/receivers.de.ts')).de });
