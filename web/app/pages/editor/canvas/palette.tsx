import { useEffect, useRef, useState } from 'preact/hooks';
import { SearchField } from '../../../parts/fields.tsx';
import type { FieldType } from '../model/draft.ts';
import { t } from '../texts/t.ts';
import { typeName } from '../wording.ts';
import { draggable } from './drag.ts';
import { findTypes } from './field-types.ts';
import { TypeIcon } from './type-icon.tsx';
import { useAdd } from './use-add.ts';

/** The field types to add. Click one to add it after the selected field, or drag it. */
export function Palette({ onAdded }: { onAdded: () => void }) {
  const [query, setQuery] = useState('');
  const add = useAdd();
  const found = findTypes(query);
  const first = found[0]?.types[0];
  const choose = (type: FieldType) => {
    onAdded();
    add(type);
  };
  return (
    <div class="ed-palette">
      <SearchField
        label={t('searchTypes')}
        value={query}
        onInput={setQuery}
        onKeyDown={event => {
          if (event.key !== 'Enter' || !first || !query.trim()) return;
          // By then, the label of the new field has the focus, and the key would add a line break to it.
          event.preventDefault();
          choose(first);
        }}
      />
      {found.map(({ name, types }) => (
        <section key={name}>
          <h2>{t(`group_${name}`)}</h2>
          <ul>
            {types.map(type => (
              <Entry key={type} type={type} onAdd={() => choose(type)} />
            ))}
          </ul>
        </section>
      ))}
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
