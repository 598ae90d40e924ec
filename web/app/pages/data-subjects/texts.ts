import { en } from '../../texts/data-subjects.en.ts';
import { texts } from '../../texts/texts.ts';

export const t = await texts(en, { de: async () => (await import('../../texts/data-subjects.de.ts')).de });
