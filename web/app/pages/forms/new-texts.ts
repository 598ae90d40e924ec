import { en } from '../../texts/new-form.en.ts';
import { texts } from '../../texts/texts.ts';

export const t = await texts(en, { de: async () => (await import('../../texts/new-form.de.ts')).de });
