import { en } from '../../texts/members.en.ts';
import { texts } from '../../texts/texts.ts';

export const t = await texts(en, { de: async () => (await import('../../texts/members.de.ts')).de });
