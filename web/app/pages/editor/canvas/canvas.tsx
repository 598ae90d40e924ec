import { useEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../../../parts/button.tsx';
import { useEditor } from '../context.ts';
import { moveField, placeOf } from '../model/fields.ts';
import { t } from '../texts/t.ts';
import { nameOf } from '../wording.ts';
import { Card } from './card.tsx';
import { type DragItem, dropTarget } from './drag.ts';
import { useAdd } from './palette.tsx';

/** The form under construction. */
export function Canvas({ onAdd, onSettings }: { onAdd: () => void; onSettings: () => void }) {
  const { draft, act, settle, faults, keyOf, select } = useEditor();
  const drop = useDrop();
  const blank = faults.some(({ id, at }) => id === undefined && at === 'title');
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
      <ol class="ed-cards" aria-label={t('fields')}>
        {draft.fields.map((field, place) => (
          <Card key={keyOf(field.id)} field={field} place={place} onDropped={drop} onSettings={onSettings} />
        ))}
      </ol>
      <End
        isEmpty={draft.fields.length === 0}
        onAdd={onAdd}
        onDropped={dragged => drop(dragged, draft.fields.length)}
      />
    </div>
  );
}

/** Returns a function that inserts a dropped field before the field at that place. */
function useDrop(): (dragged: DragItem, place: number) => void {
  const { draft, act, say } = useEditor();
  const add = useAdd();
  return ({ id, type }, place) => {
    if (type) return add(type, place);
    const from = id === undefined ? -1 : placeOf(draft, id);
    const field = draft.fields[from];
    if (!field) return;
    const to = from < place ? place - 1 : place;
    act(present => moveField(present, field.id, to));
    say(t('moved', { name: nameOf(field), place: to + 1, count: draft.fields.length }));
  };
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
