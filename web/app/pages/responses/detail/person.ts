import type { Field } from '../../../../../shared/domain/fields/field.ts';
import type { Response } from '../response.ts';

const nameWords = /^((your|ihr|dein)[\s_-]?)?((full|first|given|last|voller|vor|nach)[\s_-]?)?name$/i;

const isName = ({ id, type, label = '' }: Field): boolean =>
  type === 'text' && [id, label.trim().replace(/[*:?]+$/, '')].some(text => nameWords.test(text));

const lengthMax = 80;

/** The name of the person who answered, else their email address, as far as the reader may see it. */
export function personOf(fields: readonly Field[], { answers, concealed = {} }: Response): string | undefined {
  const all = [...fields.filter(isName), ...fields.filter(({ type }) => type === 'email')];
  const values = all.filter(({ id }) => !concealed[id]).map(({ id }) => answers[id]);
  const found = values.find(value => typeof value === 'string' && value.trim() !== '');
  if (typeof found !== 'string') return undefined;
  return found.length > lengthMax ? `${found.slice(0, lengthMax).trimEnd()}…` : found;
}
