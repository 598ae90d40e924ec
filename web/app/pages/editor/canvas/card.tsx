import { useEffect, useRef, useState } from 'preact/hooks';
import { fieldTypes } from '../../../../../shared/domain/fields/field-types.ts';
import { Badge } from '../../../parts/feedback.tsx';
import { Icon } from '../../../parts/icon.tsx';
import { useEditor } from '../context.ts';
import { type Condition, type Field, own } from '../model/draft.ts';
import { changedField, relabelField } from '../model/fields.ts';
import { t } from '../texts/t.ts';
import { conditionInWords, typeName } from '../wording.ts';
import { CardActions, useFieldActions } from './card-actions.tsx';
import { type DragItem, draggable, dropTarget } from './drag.ts';
import { Sketch } from './sketch.tsx';
import { TypeIcon } from './type-icon.tsx';

type CardProps = {
  readonly field: Field;
  readonly place: number;
  readonly onDropped: (dragged: DragItem, place: number) => void;
  readonly onSettings: () => void;
};

/** A field in the canvas, whose label is edited in place. */
export function Card({ field, place, onDropped, onSettings }: CardProps) {
  const { selected, select, faults } = useEditor();
  const isSelected = selected === field.id;
  const own = faults.filter(({ id }) => id === field.id);
  const { element, handle, look } = useDragging(field, place, onDropped);
  const { onKeyDown } = useFieldActions(field, place);
  return (
    <li
      ref={element}
      class={`ed-card ${isSelected ? 'selected' : ''} ${look} ${field.type === 'page' ? 'page' : ''}`}
      data-card={field.id}
      onClick={() => !isSelected && select(field.id)}
      onFocusIn={() => !isSelected && select(field.id)}
      onKeyDown={onKeyDown}
    >
      <span class="ed-handle" ref={handle} title={t('drag')}>
        <Icon name="drag" />
      </span>
      <div class="ed-body">
        <p class="ed-type">
          <TypeIcon type={field.type} />
          {typeName(field.type)}
          <Marks field={field} />
          {own.length > 0 && <Badge tone="red">{t('faults', { count: own.length })}</Badge>}
        </p>
        <Label field={field} place={place} />
        {field.help && <p class="help ed-help">{field.help}</p>}
        <Sketch field={field} />
        <Logic field={field} />
      </div>
      {isSelected && <CardActions field={field} place={place} onSettings={onSettings} />}
    </li>
  );
}

function Label({ field, place }: { field: Field; place: number }) {
  const { act, settle, storedIds, select } = useEditor();
  const { addBelow, remove } = useFieldActions(field, place);
  return (
    <textarea
      class="ed-label"
      rows={1}
      aria-label={t('labelOf', { type: typeName(field.type), place: place + 1 })}
      placeholder={t(fieldTypes[field.type].answeredBy === 'nobody' ? 'noHeading' : 'noLabel')}
      maxLength={1000}
      value={field.label ?? ''}
      onInput={({ currentTarget: { value } }) =>
        act(present => relabelField(present, field.id, value.replace(/\s*\n\s*/g, ' '), storedIds), `label ${place}`)
      }
      onBlur={settle}
      onKeyDown={event => {
        if (event.isComposing || event.altKey || event.ctrlKey || event.metaKey) return;
        if (event.key === 'Escape') {
          select(undefined);
          // The next key is then a shortcut, and not typed into the label.
          event.currentTarget.blur();
        }
        // Holding the key down only deletes the text. Removing a stored field takes a shortcut.
        const isNew = !storedIds.has(field.id);
        if (event.key === 'Backspace' && isNew && !event.repeat && event.currentTarget.value === '') {
          event.preventDefault();
          remove();
        }
        if (event.key !== 'Enter') return;
        event.preventDefault();
        addBelow();
      }}
    />
  );
}

function Marks({ field: { id, required, pii } }: { field: Field }) {
  const { draft, act } = useEditor();
  const policy = own(draft.fieldPolicies, id);
  return (
    <>
      {required && (
        <button
          type="button"
          class="badge blue"
          title={t('makeOptional')}
          onClick={() => act(present => changedField(present, id, { required: undefined }))}
        >
          {t('required')}
        </button>
      )}
      {policy && <Badge tone="green">{t(`policy_${policy}`)}</Badge>}
      {pii && <Badge>{t('piiMark')}</Badge>}
    </>
  );
}

function Logic({ field: { visibleIf, requiredIf } }: { field: Field }) {
  const { draft } = useEditor();
  if (!visibleIf && !requiredIf) return null;
  return (
    <p class="ed-logic">
      {visibleIf && (
        <span>
          <Icon name="eye" />
          {t('shownIf', { condition: conditionInWords(visibleIf as Condition, draft.fields) })}
        </span>
      )}
      {requiredIf && (
        <span>
          <Icon name="alert" />
          {t('requiredIfMark', { condition: conditionInWords(requiredIf as Condition, draft.fields) })}
        </span>
      )}
    </p>
  );
}

/** Lets users drag the card by its handle, and drop other items before or after it. */
function useDragging({ id }: Field, place: number, onDropped: CardProps['onDropped']) {
  const element = useRef<HTMLLIElement>(null);
  const handle = useRef<HTMLSpanElement>(null);
  const [look, setLook] = useState('');
  const latest = useRef({ place, onDropped });
  latest.current = { place, onDropped };
  useEffect(() => {
    const ends = [
      draggable(handle.current, { id }, { image: element.current, onDrag: is => setLook(is ? 'dragged' : '') }),
      dropTarget(element.current, {
        onEdge: edge => setLook(look => (look === 'dragged' ? look : (edge ?? ''))),
        onDrop: (dragged, edge) => latest.current.onDropped(dragged, latest.current.place + (edge === 'after' ? 1 : 0)),
      }),
    ];
    return () => {
      for (const end of ends) end();
    };
  }, [id]);
  return { element, handle, look };
}
