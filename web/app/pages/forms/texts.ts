import { en } from '../../texts/forms.en.ts';
import { texts } from '../../texts/texts.ts';

export const t = await texts(en, { de: async () => (await import('../../texts/forms.de.ts')).de });
