import { useEffect, useRef, useState } from 'preact/hooks';
import { TextField } from '../../../parts/fields.tsx';
import { useEditor } from '../context.ts';
import type { FieldType } from '../model/draft.ts';
import { insertField, placeOf } from '../model/fields.ts';
import { newField } from '../model/new-field.ts';
import { t } from '../texts/t.ts';
import { typeName, wordsFor } from '../wording.ts';
import { draggable } from './drag.ts';
import { TypeIcon } from './type-icon.tsx';

const groupNames = ['texts', 'choices', 'more', 'form'] as const;

/** The group that shows each field type. Types appear in this order. */
const groupOf: Readonly<Record<FieldType, (typeof groupNames)[number]>> = {
  ...{ text: 'texts', textarea: 'texts', email: 'texts', phone: 'texts', url: 'texts', number: 'texts' },
  currency: 'texts',
  ...{ radio: 'choices', multiselect: 'choices', select: 'choices', checkbox: 'choices' },
  ...{ ranking: 'choices', matrix: 'choices' },
  ...{ rating: 'more', scale: 'more', date: 'more', time: 'more', file: 'more', consent: 'more' },
  ...{ statement: 'form', page: 'form', hidden: 'form', calculated: 'form' },
};

export const allTypes = Object.keys(groupOf) as FieldType[];

/** The field types to add. Click one to add it after the selected field, or drag it. */
export function Palette({ onAdded }: { onAdded: () => void }) {
  const [query, setQuery] = useState('');
  const add = useAdd();
  const wanted = query.trim().toLowerCase();
  const fits = (type: FieldType) => `${typeName(type)} ${t(`words_${type}`)}`.toLowerCase().includes(wanted);
  const found = groupNames.map(name => [name, allTypes.filter(type => groupOf[type] === name && fits(type))] as const);
  const first = found.flatMap(([, types]) => types)[0];
  const choose = (type: FieldType) => {
    onAdded();
    add(type);
  };
  return (
    <div class="ed-palette">
      <TextField
        type="search"
        label={t('searchTypes')}
        hideLabel
        placeholder={t('searchTypes')}
        value={query}
        onInput={setQuery}
        onKeyDown={event => {
          if (event.key !== 'Enter' || !first || !wanted) return;
          // By then, the label of the new field has the focus, and the key would add a line break to it.
          event.preventDefault();
          choose(first);
        }}
      />
      {found.map(
        ([name, types]) =>
          types.length > 0 && (
            <section key={name}>
              <h2>{t(`group_${name}`)}</h2>
              <ul>
                {types.map(type => (
                  <Entry key={type} type={type} onAdd={() => choose(type)} />
                ))}
              </ul>
            </section>
          ),
      )}
      {!first && <p class="help">{t('noTypes')}</p>}
    </div>
  );
}

function Entry({ type, onAdd }: { type: FieldType; onAdd: () => void }) {
  const element = useRef<HTMLButtonElement>(null);
  useEffect(() => draggable(element.current, { type }), [type]);
  return (
    <li>
      <button type="button" ref={element} onClick={onAdd}>
        <TypeIcon type={type} />
        {typeName(type)}
      </button>
    </li>
  );
}

/** Returns a function that adds a field: at the given place, or after the selected field. */
export function useAdd(): (type: FieldType, at?: number) => void {
  const { act, selected, draft, storedIds, focusOn, say } = useEditor();
  return (type, at) => {
    const place = at ?? (selected === undefined ? draft.fields.length : placeOf(draft, selected) + 1);
    const placed = act(present => insertField(present, newField(present, type, wordsFor(type), storedIds), place));
    if (placed.selected) focusOn(placed.selected, 'label');
    say(t('added', { name: typeName(type), place: place + 1 }));
  };
}
