import type { FieldType } from '../model/draft.ts';

/** The dragged item: a field of the form, or a type for a new one. */
export type DragItem = { readonly id?: string; readonly type?: FieldType };

type Edge = 'before' | 'after';

/** The editor's item that is being dragged; files and text from elsewhere don't count. */
let current: DragItem | undefined;

/** Adds event listeners. Returns a function that removes them. */
function listen(element: HTMLElement, listeners: Readonly<Record<string, (event: DragEvent) => void>>): () => void {
  const all = Object.entries(listeners) as [string, EventListener][];
  for (const [name, listener] of all) element.addEventListener(name, listener);
  return () => {
    for (const [name, listener] of all) element.removeEventListener(name, listener);
  };
}

/** @param image the element that users see being dragged, if it is more than the handle */
export function draggable(
  handle: HTMLElement | null,
  dragged: DragItem,
  { image, onDrag }: { image?: HTMLElement | null; onDrag?: (isDragged: boolean) => void } = {},
): () => void {
  if (!handle) return () => {};
  handle.draggable = true;
  return listen(handle, {
    dragstart: event => {
      current = dragged;
      // Firefox doesn't drag an element without data.
      event.dataTransfer?.setData('application/x-formline', '');
      if (image) event.dataTransfer?.setDragImage(image, 16, 16);
      onDrag?.(true);
    },
    dragend: () => {
      current = undefined;
      onDrag?.(false);
    },
  });
}

const edgeOf = (element: Element, y: number): Edge => {
  const { top, height } = element.getBoundingClientRect();
  return y < top + height / 2 ? 'before' : 'after';
};

/** Lets users drop an item before or after an element. */
export function dropTarget(
  element: HTMLElement | null,
  { onEdge, onDrop }: { onEdge: (edge: Edge | undefined) => void; onDrop: (dragged: DragItem, edge: Edge) => void },
): () => void {
  if (!element) return () => {};
  return listen(element, {
    dragover: event => {
      if (!current) return;
      event.preventDefault();
      onEdge(edgeOf(element, event.clientY));
    },
    dragleave: ({ relatedTarget }) => {
      if (!(relatedTarget instanceof Node && element.contains(relatedTarget))) onEdge(undefined);
    },
    drop: event => {
      if (!current) return;
      event.preventDefault();
      onEdge(undefined);
      onDrop(current, edgeOf(element, event.clientY));
    },
  });
}
