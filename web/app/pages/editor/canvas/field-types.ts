import type { FieldType } from '../model/draft.ts';
import { t } from '../texts/t.ts';
import { typeName } from '../wording.ts';

const groupNames = ['texts', 'choices', 'more', 'form'] as const;
type GroupName = (typeof groupNames)[number];

/** The group that shows each field type. Types appear in this order. */
const groupOf: Readonly<Record<FieldType, GroupName>> = {
  ...{ text: 'texts', textarea: 'texts', email: 'texts', phone: 'texts', url: 'texts', number: 'texts' },
  currency: 'texts',
  ...{ radio: 'choices', multiselect: 'choices', select: 'choices', checkbox: 'choices' },
  ...{ ranking: 'choices', matrix: 'choices' },
  ...{ rating: 'more', scale: 'more', date: 'more', time: 'more', file: 'more', consent: 'more' },
  ...{ statement: 'form', page: 'form', hidden: 'form', calculated: 'form' },
};

export const allTypes = Object.keys(groupOf) as FieldType[];

/** Returns the field types that people call by these words, in their groups. */
export function findTypes(
  query: string,
): readonly { readonly name: GroupName; readonly types: readonly FieldType[] }[] {
  const wanted = query.trim().toLowerCase();
  const fits = (type: FieldType) => `${typeName(type)} ${t(`words_${type}`)}`.toLowerCase().includes(wanted);
  return groupNames
    .map(name => ({ name, types: allTypes.filter(type => groupOf[type] === name && fits(type)) }))
    .filter(({ types }) => types.length > 0);
}
