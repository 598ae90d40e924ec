import type { TargetedKeyboardEvent } from 'preact';
import { choiceLabel, choiceValue } from '../../../../../shared/domain/fields/field.ts';
import { Icon } from '../../../parts/icon.tsx';
import { useNow } from '../context.ts';
import { movedChoice, relabelledChoice, withChoice, withoutChoice } from '../model/choices.ts';
import type { Field } from '../model/draft.ts';
import { fieldOf } from '../model/fields.ts';
import { t } from '../texts/t.ts';
import { nameOf, wordsFor } from '../wording.ts';

const shownMax = 12;

/** The options of a field, edited in place. Longer lists are edited in the inspector. */
export function Options({ field }: { field: Field }) {
  const now = useNow();
  const { id, type, options = [], other } = field;
  const rest = options.length - shownMax;
  const add = (list: Element | null | undefined, place: number) => {
    now().act(present => withChoice(present, id, 'options', wordsFor(type).option, place));
    focusOption(list, place);
  };
  return (
    <>
      <ul class={`ed-lines ${type}`}>
        {options.slice(0, shownMax).map((_, place) => (
          <Option key={place} field={field} place={place} onAdd={add} />
        ))}
        {other && <li>{t('otherMark')}</li>}
        {rest > 0 && <li class="rest">{t('moreChoices', { count: rest })}</li>}
      </ul>
      {rest < 0 && (
        <button
          type="button"
          class="ed-add-option"
          onClick={({ currentTarget }) => add(currentTarget.previousElementSibling, options.length)}
        >
          <Icon name="plus" />
          {t('addOption')}
        </button>
      )}
    </>
  );
}

type OptionProps = {
  readonly field: Field;
  readonly place: number;
  readonly onAdd: (list: Element | null, place: number) => void;
};

/** Enter adds an option below. Backspace removes an empty one. Arrow keys go to the next one, and with Alt move it. */
function Option({ field, place, onAdd }: OptionProps) {
  const now = useNow();
  const { id, options = [] } = field;
  const option = options[place] ?? '';
  const at = { id, list: 'options', place } as const;
  const isStored = () => {
    const stored = fieldOf(now().base, id)?.options ?? [];
    return stored.some(each => choiceValue(each) === choiceValue(option));
  };
  const move = (by: number) => {
    const to = place + by;
    if (to < 0 || to >= options.length) return false;
    now().act(present => movedChoice(present, id, 'options', place, to));
    return true;
  };
  const leave = (input: HTMLInputElement) => {
    now().select(undefined);
    input.blur();
  };
  const remove = (list: Element | null) => {
    now().act(present => withoutChoice(present, id, 'options', place));
    focusOption(list, Math.max(0, place - 1));
  };
  const actionOf = (event: TargetedKeyboardEvent<HTMLInputElement>): (() => void) | undefined => {
    const { altKey, repeat, currentTarget: input } = event;
    const list = input.closest('ul');
    const go = (by: number) => () => (!altKey || move(by)) && focusOption(list, place + by);
    // Holding the key down only deletes the text.
    const isEmptied = input.value === '' && !repeat && options.length > 1;
    const actions: Readonly<Record<string, (() => void) | false>> = {
      ArrowUp: go(-1),
      ArrowDown: go(1),
      Enter: !altKey && (() => onAdd(list, place + 1)),
      Escape: !altKey && (() => leave(input)),
      Backspace: !altKey && isEmptied && (() => remove(list)),
    };
    return actions[event.key] || undefined;
  };
  return (
    <li>
      <input
        aria-label={t('optionOf', { place: place + 1, name: nameOf(field) })}
        maxLength={1000}
        value={choiceLabel(option)}
        onInput={({ currentTarget: { value } }) =>
          now().act(present => relabelledChoice(present, at, value, isStored()), `options ${place} ${id}`)
        }
        onBlur={() => now().settle()}
        onKeyDown={event => {
          if (event.isComposing || event.ctrlKey || event.metaKey) return;
          const act = actionOf(event);
          if (!act) return;
          event.preventDefault();
          event.stopPropagation();
          act();
        }}
      />
    </li>
  );
}

/** Preact renders in a microtask. A later task would come after the next key. */
const focusOption = (list: Element | null | undefined, place: number): void =>
  queueMicrotask(() => list?.querySelector<HTMLInputElement>(`li:nth-child(${place + 1}) input`)?.select());
