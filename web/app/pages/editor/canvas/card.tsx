import type { TargetedKeyboardEvent } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { fieldTypes } from '../../../../../shared/domain/fields/field-types.ts';
import { Badge } from '../../../parts/feedback.tsx';
import { Icon } from '../../../parts/icon.tsx';
import { useNow } from '../context.ts';
import { memo } from '../memo.ts';
import type { Field, FieldPolicy } from '../model/draft.ts';
import { changedField, relabelField } from '../model/fields.ts';
import { t } from '../texts/t.ts';
import { nameOf, typeName, wordsFor } from '../wording.ts';
import { CardActions, useFieldActions } from './card-actions.tsx';
import { type DragItem, draggable, dropTarget } from './drag.ts';
import { Sketch } from './sketch.tsx';
import { TypeIcon } from './type-icon.tsx';
import type { InsertPlace } from './use-add.ts';

/** What a card says of its field that depends on the rest of the form. */
export type CardFacts = {
  readonly faults: number;
  readonly policy: FieldPolicy | undefined;
  /** The conditions and the formula in words. */
  readonly shownIf: string | undefined;
  readonly requiredIf: string | undefined;
  readonly formula: string | undefined;
};

type CardProps = CardFacts & {
  readonly field: Field;
  readonly place: number;
  readonly isLast: boolean;
  readonly isSelected: boolean;
  readonly onDropped: (dragged: DragItem, place: number) => void;
  readonly onSettings: () => void;
  readonly onInsert: (place: InsertPlace) => void;
};

/** A field in the canvas, whose label is edited in place. */
export const Card = memo(
  ({ field, place, isLast, isSelected, onDropped, onSettings, onInsert, ...facts }: CardProps) => {
    const now = useNow();
    const { element, handle, look } = useDragging(field, place, onDropped);
    const { onKeyDown } = useFieldActions(field, place);
    const select = () => !isSelected && now().select(field.id);
    const name = nameOf(field);
    return (
      <li
        ref={element}
        class={`ed-card ${isSelected ? 'selected' : ''} ${look} ${field.type === 'page' ? 'page' : ''}`}
        data-card={field.id}
        onClick={select}
        onFocusIn={select}
        onKeyDown={onKeyDown}
      >
        {place === 0 && (
          <InsertButton class="first" label={t('insertAbove', { name })} onClick={() => onInsert({ at: 0 })} />
        )}
        <span class="ed-handle" ref={handle} title={t('drag')}>
          <Icon name="drag" />
        </span>
        <div class="ed-body">
          <p class="ed-type">
            <TypeIcon type={field.type} />
            {typeName(field.type)}
            <Marks field={field} policy={facts.policy} />
            {facts.faults > 0 && <Badge tone="red">{t('faults', { count: facts.faults })}</Badge>}
          </p>
          <Label field={field} place={place} onInsert={onInsert} />
          <Help field={field} place={place} />
          <Sketch field={field} formula={facts.formula} />
          <Logic {...facts} />
        </div>
        {isSelected && <CardActions field={field} place={place} isLast={isLast} onSettings={onSettings} />}
        <InsertButton label={t('insertBelow', { name })} onClick={() => onInsert({ at: place + 1 })} />
      </li>
    );
  },
);

type InsertButtonProps = { readonly class?: string; readonly label: string; readonly onClick: () => void };

/** Adds a field at the edge of a card. */
const InsertButton = ({ class: name = '', label, onClick }: InsertButtonProps) => (
  <button
    type="button"
    class={`ed-insert ${name}`}
    aria-label={label}
    title={t('insert')}
    onClick={event => {
      event.stopPropagation();
      onClick();
    }}
  >
    <Icon name="plus" />
  </button>
);

type LabelProps = { readonly field: Field; readonly place: number; readonly onInsert: (place: InsertPlace) => void };

function Label({ field, place, onInsert }: LabelProps) {
  const now = useNow();
  const { addBelow, remove } = useFieldActions(field, place);
  const act = (event: TargetedKeyboardEvent<HTMLTextAreaElement>): (() => void) | undefined => {
    const input = event.currentTarget;
    const isNew = !now().storedIds.has(field.id);
    if (event.key === 'Enter') return addBelow;
    // Holding the key down only deletes the text. Removing a stored field takes a shortcut.
    if (event.key === 'Backspace' && isNew && !event.repeat && input.value === '') return remove;
    if (event.key === '/' && isUntouched(field, input)) {
      return () => onInsert(isNew ? { at: place, replaces: field.id } : { at: place + 1 });
    }
    if (event.key !== 'Escape') return undefined;
    return () => {
      now().select(undefined);
      // The next key is then a shortcut, and not typed into the label.
      input.blur();
    };
  };
  return (
    <textarea
      class="ed-label"
      rows={1}
      aria-label={t('labelOf', { type: typeName(field.type), place: place + 1 })}
      placeholder={t(fieldTypes[field.type].answeredBy === 'nobody' ? 'noHeading' : 'noLabel')}
      maxLength={1000}
      value={field.label ?? ''}
      onInput={({ currentTarget: { value } }) => {
        const { act, storedIds } = now();
        act(present => relabelField(present, field.id, value.replace(/\s*\n\s*/g, ' '), storedIds), `label ${place}`);
      }}
      onBlur={() => now().settle()}
      onKeyDown={event => {
        if (event.isComposing || event.altKey || event.ctrlKey || event.metaKey) return;
        const action = act(event);
        if (!action) return;
        event.preventDefault();
        event.stopPropagation();
        action();
      }}
    />
  );
}

/** The help text of a field that has one. It stays while the user empties it. */
function Help({ field: { id, help }, place }: { field: Field; place: number }) {
  const now = useNow();
  const [isEdited, setEdited] = useState(false);
  if (help === undefined && !isEdited) return null;
  return (
    <textarea
      class="help ed-help"
      rows={1}
      aria-label={t('helpOf', { place: place + 1 })}
      maxLength={2000}
      value={help ?? ''}
      onFocus={() => setEdited(true)}
      onInput={({ currentTarget: { value } }) =>
        now().act(present => changedField(present, id, { help: value || undefined }), `help ${id}`)
      }
      onBlur={() => {
        setEdited(false);
        now().settle();
      }}
      onKeyDown={event => {
        if (event.key !== 'Escape' || event.isComposing) return;
        event.stopPropagation();
        now().select(undefined);
        event.currentTarget.blur();
      }}
    />
  );
}

/** Whether a label is empty, or still has its first text, which is selected as a whole. */
const isUntouched = ({ type }: Field, { value, selectionStart, selectionEnd }: HTMLTextAreaElement): boolean =>
  value === '' || (value === wordsFor(type).label && selectionStart === 0 && selectionEnd === value.length);

function Marks({ field: { id, required, pii }, policy }: { field: Field; policy: FieldPolicy | undefined }) {
  const now = useNow();
  return (
    <>
      {required && (
        <button
          type="button"
          class="badge blue"
          title={t('makeOptional')}
          onClick={() => now().act(present => changedField(present, id, { required: undefined }))}
        >
          {t('required')}
        </button>
      )}
      {policy && <Badge tone="green">{t(`policy_${policy}`)}</Badge>}
      {pii && <Badge>{t('piiMark')}</Badge>}
    </>
  );
}

function Logic({ shownIf, requiredIf }: Pick<CardFacts, 'shownIf' | 'requiredIf'>) {
  if (shownIf === undefined && requiredIf === undefined) return null;
  return (
    <p class="ed-logic">
      {shownIf !== undefined && (
        <span>
          <Icon name="eye" />
          {t('shownIf', { condition: shownIf })}
        </span>
      )}
      {requiredIf !== undefined && (
        <span>
          <Icon name="alert" />
          {t('requiredIfMark', { condition: requiredIf })}
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
