import { isAsked } from '../../../../../shared/domain/fields/field-types.ts';
import { Button } from '../../../parts/button.tsx';
import { confirm } from '../../../parts/notices.tsx';
import { useNow } from '../context.ts';
import type { Field } from '../model/draft.ts';
import { duplicateField, moveField, removeField } from '../model/fields.ts';
import { namingsOf } from '../model/references.ts';
import { t } from '../texts/t.ts';
import { nameOf } from '../wording.ts';
import { useAdd } from './use-add.ts';

/** The actions on a field, by buttons and keys. */
export function useFieldActions(field: Field, place: number) {
  const now = useNow();
  const add = useAdd();
  const name = nameOf(field);

  const move = (by: number) => {
    const { act, draft, focusOn, say } = now();
    const count = draft.fields.length;
    const to = place + by;
    if (to < 0 || to >= count) return;
    act(present => moveField(present, field.id, to));
    focusOn(field.id, 'same');
    say(t('moved', { name, place: to + 1, count }));
  };
  const duplicate = () => {
    const { act, storedIds, focusOn, say } = now();
    const { selected } = act(present => duplicateField(present, field.id, storedIds));
    if (selected) focusOn(selected, 'label');
    say(t('duplicated', { name }));
  };
  const drop = () => {
    const { act, focusOn, say } = now();
    const { selected } = act(present => removeField(present, field.id));
    if (selected) focusOn(selected, 'label');
    say(t('removed', { name }));
  };
  const remove = () => {
    const { draft } = now();
    const names = new Set(namingsOf(draft.fields, field.id).map(({ id }) => id));
    const dependents = draft.fields.filter(({ id }) => names.has(id));
    if (dependents.length === 0) return drop();
    confirm({
      title: t('removeTitle', { name }),
      text: t('removeText', { names: dependents.map(nameOf).join(', '), count: dependents.length }),
      action: t('removeAnyway'),
      danger: true,
      run: async () => drop(),
    });
  };
  const keys: Readonly<Record<string, () => unknown>> = {
    'Alt ArrowUp': () => move(-1),
    'Alt ArrowDown': () => move(1),
    'Control d': duplicate,
    'Alt Delete': remove,
    'Alt Backspace': remove,
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const modifier = event.altKey ? 'Alt' : event.ctrlKey || event.metaKey ? 'Control' : '';
    const action = keys[`${modifier} ${event.key}`];
    if (!action) return;
    event.preventDefault();
    event.stopPropagation();
    action();
  };
  return {
    move,
    duplicate,
    remove,
    onKeyDown,
    // Another one like it makes sense where visitors answer it.
    addBelow: () => add(isAsked(field.type) ? field.type : 'text', { at: place + 1 }),
  };
}

type ActionsProps = {
  readonly field: Field;
  readonly place: number;
  readonly isLast: boolean;
  readonly onSettings: () => void;
};

export function CardActions({ field, place, isLast, onSettings }: ActionsProps) {
  const { move, duplicate, remove } = useFieldActions(field, place);
  return (
    <div class="ed-actions" role="toolbar" aria-label={t('actionsOf', { name: nameOf(field) })}>
      <Button kind="quiet" size="small" icon="up" label={t('moveUp')} disabled={place === 0} onClick={() => move(-1)} />
      <Button kind="quiet" size="small" icon="down" label={t('moveDown')} disabled={isLast} onClick={() => move(1)} />
      <Button kind="quiet" size="small" icon="copy" label={t('duplicate')} onClick={duplicate} />
      <Button kind="quiet" size="small" icon="trash" label={t('remove')} onClick={remove} />
      <Button kind="quiet" size="small" icon="gear" class="ed-narrow" label={t('fieldSettings')} onClick={onSettings} />
    </div>
  );
}
