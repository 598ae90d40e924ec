import { useEffect, useRef, useState } from 'preact/hooks';
import { lookOf, type Theme } from '../../../../../shared/domain/forms/theme.ts';
import { Button } from '../../../parts/button.tsx';
import { useEditor, useNow } from '../context.ts';
import { type Condition, type Draft, type Field, type Formula, own } from '../model/draft.ts';
import type { PlacedFault } from '../model/faults.ts';
import { moveField, placeOf } from '../model/fields.ts';
import { t } from '../texts/t.ts';
import { conditionInWords, formulaInWords, nameOf } from '../wording.ts';
import { Card, type CardFacts } from './card.tsx';
import { type DragItem, dropTarget } from './drag.ts';
import { Inserter } from './inserter.tsx';
import { type InsertPlace, useAdd } from './use-add.ts';

type CanvasProps = {
  /** Where the user chooses the type of a new field. */
  readonly inserting: InsertPlace | undefined;
  readonly onInsert: (place: InsertPlace | undefined) => void;
  readonly onSettings: () => void;
};

/** The form under construction. */
export function Canvas({ inserting, ...on }: CanvasProps) {
  const { draft, act, settle, faults, keyOf, selected, select } = useEditor();
  const drop = useDrop();
  const latest = useRef(on);
  latest.current = on;
  // Cards get the same functions each time, so that only those render that change.
  const [onInsert] = useState(() => (place: InsertPlace) => latest.current.onInsert(place));
  const [onSettings] = useState(() => () => latest.current.onSettings());
  const { fields } = draft;
  const blank = faults.some(({ id, at }) => id === undefined && at === 'title');
  const inserter = inserting && <Inserter key="inserter" place={inserting} onClose={() => on.onInsert(undefined)} />;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: beside the fields, a click chooses none; Escape does the same
    // biome-ignore lint/a11y/noStaticElementInteractions: so it is not a control
    <div class="ed-canvas" onClick={({ target, currentTarget }) => target === currentTarget && select(undefined)}>
      <input
        class="ed-title"
        aria-label={t('formTitle')}
        aria-invalid={blank ? 'true' : undefined}
        placeholder={t('formTitle')}
        maxLength={255}
        value={draft.title}
        onInput={({ currentTarget: { value } }) => act(present => ({ ...present, title: value }), 'title')}
        onBlur={settle}
      />
      {blank && <p class="error">{t('fault_blank')}</p>}
      <ol class="ed-cards" aria-label={t('fields')} style={lookOfCards(draft.theme)}>
        {fields.map((field, place) => [
          inserting?.at === place && inserter,
          inserting?.replaces !== field.id && (
            <Card
              key={keyOf(field.id)}
              field={field}
              place={place}
              isLast={place === fields.length - 1}
              isSelected={selected === field.id}
              onDropped={drop}
              onSettings={onSettings}
              onInsert={onInsert}
              {...factsOf(field, draft, faults)}
            />
          ),
        ])}
        {inserting && inserting.at >= fields.length && inserter}
      </ol>
      <End
        isEmpty={fields.length === 0 && !inserting}
        onAdd={() => onInsert({ at: fields.length })}
        onDropped={dragged => drop(dragged, fields.length)}
      />
    </div>
  );
}

/** Returns the properties of cards.css by which fields look as visitors see them. */
function lookOfCards(theme: Theme = {}): Record<string, string | undefined> {
  const { background, text, border, font, radius, scheme } = lookOf(theme);
  return {
    ...{ '--form-surface': background, '--form-text': text, '--form-border': border },
    ...{ '--form-font': font, '--form-radius': radius, '--form-scheme': scheme },
  };
}

function factsOf(
  { id, visibleIf, requiredIf, compute }: Field,
  { fields, fieldPolicies }: Draft,
  faults: readonly PlacedFault[],
): CardFacts {
  const inWords = (condition: unknown) =>
    condition === undefined ? undefined : conditionInWords(condition as Condition, fields);
  return {
    faults: faults.filter(fault => fault.id === id).length,
    policy: own(fieldPolicies, id),
    shownIf: inWords(visibleIf),
    requiredIf: inWords(requiredIf),
    formula: compute === undefined ? undefined : formulaInWords(compute as Formula, fields),
  };
}

/** Returns a function that inserts a dropped field before the field at that place. It stays the same. */
function useDrop(): (dragged: DragItem, place: number) => void {
  const now = useNow();
  const add = useAdd();
  const move = (id: string, place: number) => {
    const { draft, act, say } = now();
    const from = placeOf(draft, id);
    const field = draft.fields[from];
    if (!field) return;
    const to = from < place ? place - 1 : place;
    act(present => moveField(present, id, to));
    say(t('moved', { name: nameOf(field), place: to + 1, count: draft.fields.length }));
  };
  const [drop] = useState(() => ({ id, type }: DragItem, place: number) => {
    if (type) add(type, { at: place });
    else if (id !== undefined) move(id, place);
  });
  return drop;
}

/** The place after the last field, where fields can be dropped or added. */
function End({
  isEmpty,
  onAdd,
  onDropped,
}: {
  isEmpty: boolean;
  onAdd: () => void;
  onDropped: (dragged: DragItem) => void;
}) {
  const element = useRef<HTMLDivElement>(null);
  const [isOver, setOver] = useState(false);
  const latest = useRef(onDropped);
  latest.current = onDropped;
  useEffect(
    () =>
      dropTarget(element.current, {
        onEdge: edge => setOver(edge !== undefined),
        onDrop: dragged => latest.current(dragged),
      }),
    [],
  );
  return (
    <div ref={element} class={`ed-end ${isOver ? 'over' : ''}`}>
      {isEmpty && (
        <>
          <h2>{t('emptyTitle')}</h2>
          <p class="help">{t('emptyText')}</p>
        </>
      )}
      <Button icon="plus" kind={isEmpty ? 'primary' : 'plain'} onClick={onAdd}>
        {t('addField')}
      </Button>
    </div>
  );
}
