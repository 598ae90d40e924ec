import { useEffect, useRef } from 'preact/hooks';
import type { Field } from '../model/draft.ts';

/** The selection in the editor, and its setter. */
export type Selection = { readonly id: string | undefined; readonly choose: (id: string) => void };

type ShownForm = HTMLElement & { show?(field: string): void };

const flashMs = 1200;

/** Shows the selected field in the preview, and selects the field that the user clicks or fills in there. */
export function useSelection(
  form: ShownForm | undefined,
  fields: readonly Field[],
  chosen: Selection | undefined,
): void {
  const id = chosen?.id === undefined ? undefined : shownFor(fields, chosen.id);
  const latest = useRef({ id, choose: chosen?.choose });
  latest.current = { id, choose: chosen?.choose };

  useEffect(() => {
    if (!form) return;
    const { signal, abort } = abortable();
    // The form restarts with each change.
    form.addEventListener('formline:ready', () => latest.current.id && form.show?.(latest.current.id), { signal });
    const choose = (event: Event) => {
      const there = fieldIn(event);
      if (there && there !== latest.current.id) latest.current.choose?.(there);
    };
    for (const name of ['click', 'focusin']) form.addEventListener(name, choose, { signal });
    return abort;
  }, [form]);

  useEffect(() => {
    if (!form || !id) return;
    form.show?.(id);
    const root = form.shadowRoot?.querySelector(`[data-field="${CSS.escape(id)}"]`);
    root?.animate([{ outline: '2px solid currentColor', outlineOffset: '4px' }, {}], flashMs);
  }, [form, id]);
}

function abortable() {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
}

/** Returns the field to show in the preview. For a page, it is the page's first question. */
function shownFor(fields: readonly Field[], id: string): string | undefined {
  const place = fields.findIndex(field => field.id === id);
  return fields.slice(place).find(({ type }) => type !== 'page' && type !== 'hidden')?.id;
}

const fieldIn = (event: Event): string | undefined =>
  event
    .composedPath()
    .map(target => (target instanceof HTMLElement ? target.dataset.field : undefined))
    .find(field => field !== undefined);
