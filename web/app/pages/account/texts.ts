import { en } from '../../texts/account.en.ts';
import { texts } from '../../texts/texts.ts';

export const t = await texts(en, { de: async () => (await import('../../texts/account.de.ts')).de });
