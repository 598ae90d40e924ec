import { useState } from 'preact/hooks';
import { choiceLabel, choiceValue } from '../../../../../shared/domain/fields/field.ts';
import { Button } from '../../../parts/button.tsx';
import { Dialog } from '../../../parts/dialog.tsx';
import { Checkbox, TextArea } from '../../../parts/more-fields.tsx';
import { useEditor } from '../context.ts';
import {
  changedChoices,
  choicesOf,
  type ListName,
  limitedChoice,
  limitOf,
  linesOf,
  movedChoice,
  relabelledChoice,
  revaluedChoice,
  unlimitedChoices,
  withChoice,
  withoutChoice,
} from '../model/choices.ts';
import type { Field } from '../model/draft.ts';
import { changedField, fieldOf } from '../model/fields.ts';
import { t } from '../texts/t.ts';
import { wordsFor } from '../wording.ts';
import { faultAt } from './fault-text.ts';
import { InspectorSection } from './inspector-section.tsx';

type ListProps = { readonly field: Field; readonly list: ListName };

/** The options of a field, or the rows and columns of a matrix. */
export function Choices({ field, list }: ListProps) {
  const { act, base } = useEditor();
  const { id, type } = field;
  const [isPasting, setPasting] = useState(false);
  const [showsValues, setShowsValues] = useState(false);
  const choices = field[list] ?? [];
  const [showsLimits, setShowsLimits] = useLimits(field);
  const words = wordsFor(type);
  const name = list === 'options' ? words.option : list === 'rows' ? words.row : words.column;
  // Answers have these values, so the values stay when labels change.
  const stored = new Set((fieldOf(base, id)?.[list] ?? []).map(choiceValue));
  return (
    <InspectorSection title={t(list)}>
      <ul class={`ed-choices ${showsValues ? 'valued' : ''} ${showsLimits ? 'limited' : ''}`}>
        {choices.map((_, place) => (
          <ChoiceRow
            key={place}
            field={field}
            list={list}
            place={place}
            stored={stored}
            showsValue={showsValues}
            showsLimit={showsLimits && list === 'options'}
            onAdd={() => act(present => withChoice(present, id, list, name, place + 1))}
          />
        ))}
      </ul>
      <div class="actions">
        <Button size="small" icon="plus" onClick={() => act(present => withChoice(present, id, list, name))}>
          {t('addChoice')}
        </Button>
        <Button size="small" onClick={() => setPasting(true)}>
          {t('paste')}
        </Button>
      </div>
      <Checkbox label={t('showValues')} help={t('showValuesHelp')} checked={showsValues} onInput={setShowsValues} />
      {list === 'options' && type !== 'ranking' && (
        <Offer field={field} showsLimits={showsLimits} onLimits={setShowsLimits} />
      )}
      {isPasting && <Paste field={field} list={list} onClose={() => setPasting(false)} />}
    </InspectorSection>
  );
}

/** Whether options show their limits. They do once one has a limit. */
function useLimits({ id, options = [] }: Field): [boolean, (isLimited: boolean) => void] {
  const { act } = useEditor();
  const [isLimited, setLimited] = useState(false);
  const set = (isOn: boolean) => {
    setLimited(isOn);
    if (!isOn) act(present => unlimitedChoices(present, id));
  };
  return [isLimited || options.some(option => limitOf(option) !== undefined), set];
}

type OfferProps = {
  readonly field: Field;
  readonly showsLimits: boolean;
  readonly onLimits: (isLimited: boolean) => void;
};

/** What a choice offers besides its options: places, and a text that visitors write. */
function Offer({ field: { id, other }, showsLimits, onLimits }: OfferProps) {
  const { act } = useEditor();
  return (
    <>
      <Checkbox label={t('showLimits')} help={t('showLimitsHelp')} checked={showsLimits} onInput={onLimits} />
      <Checkbox
        label={t('other')}
        checked={other ?? false}
        onInput={isOn => act(present => changedField(present, id, { other: isOn || undefined }))}
      />
    </>
  );
}

type RowProps = ListProps & {
  readonly place: number;
  readonly stored: ReadonlySet<string>;
  readonly showsValue: boolean;
  readonly showsLimit: boolean;
  readonly onAdd: () => void;
};

function ChoiceRow({ field, list, place, stored, showsValue, showsLimit, onAdd }: RowProps) {
  const { act, settle, faults } = useEditor();
  const at = { id: field.id, list, place };
  const choices = field[list] ?? [];
  const choice = choices[place] ?? '';
  const fault = faultAt(faults, field.id, `${list}[${place}]`);
  const of = `${list} ${place} ${field.id}`;
  const number = { place: place + 1 };
  const isStored = stored.has(choiceValue(choice));
  const move = (by: number) => act(present => movedChoice(present, field.id, list, place, place + by));
  return (
    <li>
      <input
        aria-label={t('choiceLabel', number)}
        aria-invalid={fault ? 'true' : undefined}
        maxLength={1000}
        value={choiceLabel(choice)}
        onInput={({ currentTarget: { value } }) => act(present => relabelledChoice(present, at, value, isStored), of)}
        onBlur={settle}
        onKeyDown={event => {
          if (event.isComposing) return;
          const { currentTarget: input, key } = event;
          if (key === 'Enter') {
            event.preventDefault();
            onAdd();
            focusChoice(input, place + 1);
          }
          // Holding the key down only deletes the text.
          if (key === 'Backspace' && !event.repeat && input.value === '' && choices.length > 1) {
            event.preventDefault();
            act(present => withoutChoice(present, field.id, list, place));
            focusChoice(input, Math.max(0, place - 1));
          }
        }}
      />
      {showsValue && (
        <input
          class="value"
          aria-label={t('choiceValue', number)}
          maxLength={1000}
          value={choiceValue(choice)}
          onInput={({ currentTarget: { value } }) => act(present => revaluedChoice(present, at, value), `value ${of}`)}
          onBlur={settle}
        />
      )}
      {showsLimit && <Places field={field} place={place} isWrong={fault !== undefined} />}
      <Button
        kind="quiet"
        size="small"
        icon="up"
        label={t('choiceUp', number)}
        disabled={place === 0}
        onClick={() => move(-1)}
      />
      <Button
        kind="quiet"
        size="small"
        icon="close"
        label={t('choiceRemove', number)}
        disabled={choices.length === 1}
        onClick={() => act(present => withoutChoice(present, field.id, list, place))}
      />
      {fault && <p class="error">{fault}</p>}
    </li>
  );
}

type PlacesProps = { readonly field: Field; readonly place: number; readonly isWrong: boolean };

/** How many responses may choose an option. */
function Places({ field: { id, options = [] }, place, isWrong }: PlacesProps) {
  const { act, settle } = useEditor();
  return (
    <input
      class="limit"
      type="number"
      min={1}
      aria-label={t('choicePlaces', { place: place + 1 })}
      aria-invalid={isWrong ? 'true' : undefined}
      placeholder={t('places')}
      value={limitOf(options[place] ?? '')}
      onInput={({ currentTarget: { valueAsNumber } }) => {
        const limit = valueAsNumber >= 1 ? Math.trunc(valueAsNumber) : undefined;
        act(present => limitedChoice(present, { id, place }, limit), `limit ${place} ${id}`);
      }}
      onBlur={settle}
    />
  );
}

/** Preact renders in a microtask. A later task would come after the next key. */
const focusChoice = (input: HTMLInputElement, place: number): void => {
  const list = input.closest('ul');
  queueMicrotask(() => list?.querySelector<HTMLInputElement>(`li:nth-child(${place + 1}) input`)?.select());
};

function Paste({ field, list, onClose }: ListProps & { onClose: () => void }) {
  const { act } = useEditor();
  const [lines, setLines] = useState(() => linesOf(field[list] ?? []));
  const choices = choicesOf(lines, field[list] ?? []);
  const isGood = choices.length > 0 && choices.length <= (list === 'options' ? 500 : list === 'rows' ? 100 : 50);
  const done = () => {
    if (!isGood) return;
    act(present => changedChoices(present, field.id, list, choices));
    onClose();
  };
  return (
    <Dialog
      title={t('pasteTitle')}
      onClose={onClose}
      onSubmit={done}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button kind="primary" type="submit" disabled={!isGood}>
            {t('pasteDone', { count: choices.length })}
          </Button>
        </>
      }
    >
      <TextArea label={t('pasteLabel')} help={t('pasteHelp')} rows={12} value={lines} onInput={setLines} />
    </Dialog>
  );
}
