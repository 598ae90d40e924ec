import { texts } from '../../../texts/translate.ts';
import { en } from './en.ts';

export const t = await texts(en, { de: async () => (await import('./de.ts')).de });
