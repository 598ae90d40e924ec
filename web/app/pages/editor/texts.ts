import { en } from '../../texts/editor.en.ts';
import { texts } from '../../texts/texts.ts';

export const t = await texts(en, { de: async () => (await import('../../texts/editor.de.ts')).de });
