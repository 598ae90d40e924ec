import { isShown } from '../fields/field-view.ts';
import { type Field, isAsked, type Schema } from '../schema.ts';

/** The fields that are shown together. */
export type Step = { readonly title?: string; readonly text?: string; readonly fields: readonly Field[] };

/**
 * Splits a form into steps at its `page` fields. In one-by-one mode, each question is a step together with the
 * statements before it.
 */
export function stepsOf({ fields, ui }: Schema): Step[] {
  const oneByOne = ui?.layout === 'one-by-one';
  const steps: { title?: string; text?: string; fields: Field[] }[] = [];
  let open: { title?: string; text?: string; fields: Field[] } = { fields: [] };
  const close = (title?: string, text?: string) => {
    if (open.fields.length > 0) steps.push(open);
    open = { title, text, fields: [] };
  };
  for (const field of fields) {
    if (field.type === 'page') close(field.label, field.text);
    if (!isShown(field)) continue;
    open.fields.push(field);
    if (oneByOne && isAsked(field)) close(open.title);
  }
  close();
  return steps.length > 0 ? steps : [open];
}
