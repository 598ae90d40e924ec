import { isShown } from './fields/field-view.ts';
import { type Field, isAsked, type Schema } from './schema.ts';

/** What is shown at a time. */
export type Step = { readonly title?: string; readonly text?: string; readonly fields: readonly Field[] };

/**
 * A form in steps: `page` fields break it; one by one, each question is a step of its own, together with what is said
 * before it.
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
