import type { FormWithHistory } from '../../domain/responses/policed-fields.ts';
import { closestName } from '../../domain/text/closest-name.ts';
import { invalidParameter } from '../../errors.ts';

/** The refusal of a `field_id` that the form neither has nor had. */
export function unknownField({ form, retiredFields }: FormWithHistory, id: string): Error {
  const meant = closestName(
    id,
    [...form.fields, ...retiredFields].map(each => each.id),
  );
  const message = `this form has no such field and never had one; ${meant ? `did you mean "${meant}"?` : 'see the form’s fields'}`;
  return invalidParameter([{ field: 'field_id', rule: 'unknown', message }]);
}

/** Throws that refusal for a field that the form neither has nor had. */
export function checkFieldId(stored: FormWithHistory, id: string): void {
  if (![...stored.form.fields, ...stored.retiredFields].some(field => field.id === id)) throw unknownField(stored, id);
}
