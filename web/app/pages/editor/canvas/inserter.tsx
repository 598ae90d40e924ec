import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useNow } from '../context.ts';
import type { FieldType } from '../model/draft.ts';
import { t } from '../texts/t.ts';
import { typeName } from '../wording.ts';
import { findTypes } from './field-types.ts';
import { TypeIcon } from './type-icon.tsx';
import { type InsertPlace, useAdd } from './use-add.ts';

type InserterProps = { readonly place: InsertPlace; readonly onClose: () => void };

/** Searches the types of fields at the place of the new one. Escape, or Backspace without a search, closes it. */
export function Inserter({ place, onClose }: InserterProps) {
  const id = useId();
  const add = useAdd();
  const [query, setQuery] = useState('');
  const [at, setAt] = useState(0);
  const element = useRef<HTMLLIElement>(null);
  const back = useBack(place);
  const groups = findTypes(query);
  const found = groups.flatMap(({ types }) => types);
  const choose = (type: FieldType | undefined) => {
    if (!type) return;
    onClose();
    add(type, place);
  };
  const leave = () => {
    onClose();
    back();
  };
  useLayoutEffect(() => {
    element.current?.querySelector('input')?.focus();
    element.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  useLayoutEffect(() => {
    element.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [at, query]);
  const keys: Readonly<Record<string, (() => void) | undefined>> = {
    ArrowDown: () => setAt((at + 1) % found.length),
    ArrowUp: () => setAt((at + found.length - 1) % found.length),
    Enter: () => choose(found[at]),
    Escape: leave,
    Backspace: query === '' ? leave : undefined,
  };
  return (
    <li
      ref={element}
      class="ed-inserter"
      onFocusOut={({ relatedTarget }) => {
        if (!(relatedTarget instanceof Node && element.current?.contains(relatedTarget))) onClose();
      }}
    >
      <input
        type="text"
        role="combobox"
        aria-label={t('insert')}
        aria-autocomplete="list"
        aria-expanded="true"
        aria-controls={id}
        aria-activedescendant={found[at] && `${id}-${found[at]}`}
        autocomplete="off"
        spellcheck={false}
        placeholder={t('insertHint')}
        value={query}
        onInput={({ currentTarget: { value } }) => {
          setQuery(value);
          setAt(bestOf(findTypes(value), value));
        }}
        onKeyDown={event => {
          const act = event.isComposing ? undefined : keys[event.key];
          if (!act) return;
          event.preventDefault();
          event.stopPropagation();
          act();
        }}
      />
      <Types id={id} groups={groups} chosen={found[at]} onChoose={choose} />
      <p class="help" role="status">
        {found.length === 0 && t('noTypes')}
      </p>
    </li>
  );
}

/** Returns the place of the first type whose name starts with the search, or of the first type found. */
function bestOf(groups: ReturnType<typeof findTypes>, query: string): number {
  const start = query.trim().toLowerCase();
  const found = groups.flatMap(({ types }) => types);
  return Math.max(
    found.findIndex(type => typeName(type).toLowerCase().startsWith(start)),
    0,
  );
}

type TypesProps = {
  readonly id: string;
  readonly groups: ReturnType<typeof findTypes>;
  readonly chosen: FieldType | undefined;
  readonly onChoose: (type: FieldType) => void;
};

const Types = ({ id, groups, chosen, onChoose }: TypesProps) => (
  <div id={id} role="listbox" aria-label={t('insert')}>
    {groups.map(({ name, types }) => (
      // biome-ignore lint/a11y/useSemanticElements: a group of options is not a fieldset
      <div key={name} role="group" aria-label={t(`group_${name}`)}>
        <p aria-hidden="true">{t(`group_${name}`)}</p>
        {types.map(type => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the input has the keys
          // biome-ignore lint/a11y/useFocusableInteractive: the input keeps the focus
          <div
            key={type}
            id={`${id}-${type}`}
            role="option"
            aria-selected={type === chosen}
            onMouseDown={event => event.preventDefault()}
            onClick={() => onChoose(type)}
          >
            <TypeIcon type={type} />
            {typeName(type)}
          </div>
        ))}
      </div>
    ))}
  </div>
);

/** Returns a function that moves the focus to where it was: the field that would be replaced, or the previous one. */
function useBack({ at, replaces }: InsertPlace): () => void {
  const now = useNow();
  return () => {
    const { draft, focusOn, select } = now();
    const before = replaces ?? draft.fields[at - 1]?.id;
    select(before);
    if (before) focusOn(before, 'label');
  };
}
