import { en } from '../../texts/form-settings.en.ts';
import { texts } from '../../texts/texts.ts';

export const t = await texts(en, { de: async () => (await import('../../texts/form-settings.de.ts')).de });
