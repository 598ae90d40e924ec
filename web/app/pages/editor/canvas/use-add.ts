import { useNow } from '../context.ts';
import type { FieldType } from '../model/draft.ts';
import { insertField, placeOf, removeField } from '../model/fields.ts';
import { newField } from '../model/new-field.ts';
import { t } from '../texts/t.ts';
import { typeName, wordsFor } from '../wording.ts';

/** The place of a new field, and the ID of the field that it replaces. */
export type InsertPlace = { readonly at: number; readonly replaces?: string | undefined };

/** Returns a function that adds a field: at the given place, or after the selected field. */
export function useAdd(): (type: FieldType, to?: InsertPlace) => void {
  const now = useNow();
  return (type, to) => {
    const { act, selected, draft, storedIds, focusOn, say } = now();
    const at = to?.at ?? (selected === undefined ? draft.fields.length : placeOf(draft, selected) + 1);
    const placed = act(present => {
      const rest = to?.replaces === undefined ? present : removeField(present, to.replaces).draft;
      return insertField(rest, newField(rest, type, wordsFor(type), storedIds), at);
    });
    if (placed.selected) focusOn(placed.selected, 'label');
    say(t('added', { name: typeName(type), place: at + 1 }));
  };
}
