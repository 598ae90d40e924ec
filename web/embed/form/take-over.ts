type TypedControl = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const isTyped = (node: Element | null): node is TypedControl => node !== null && 'name' in node && 'value' in node;

/** Returns the field of a control: those of a matrix are called `field[row]`. */
const fieldOf = ({ name }: TypedControl): string => name.replace(/\[.*/s, '');

/**
 * Brings what a plain form inside the element has, and no answer can say, to the form that replaces it: the focus, the
 * cursor and the chosen files.
 *
 * @param focused the element that had the focus
 */
export function takeOver(
  host: HTMLElement & { readonly show: (field: string) => void },
  place: Element,
  focused: Element | null,
): void {
  const inputsFor = (from: TypedControl) => [
    ...place.querySelectorAll<TypedControl>(`[data-field="${CSS.escape(fieldOf(from))}"] :is(input, textarea, select)`),
  ];
  for (const from of host.querySelectorAll<HTMLInputElement>('form:not([inert]) [type=file]'))
    moveFiles(from, inputsFor(from)[0]);
  if (!isTyped(focused) || !host.contains(focused)) return;
  const inputs = inputsFor(focused);
  const to = inputs.find(({ type, value }) => type === focused.type && value === focused.value) ?? inputs[0];
  host.show(fieldOf(focused));
  to?.focus({ preventScroll: true });
  moveCursor(focused, to);
}

function moveFiles({ files }: HTMLInputElement, to: TypedControl | undefined): void {
  if (!files?.length || !(to instanceof HTMLInputElement)) return;
  to.files = files;
  to.dispatchEvent(new Event('change'));
}

/** Moves the cursor. An input of an address or a number has none to ask for. */
function moveCursor(from: TypedControl, to: TypedControl | undefined): void {
  if (!to || !('selectionStart' in from && 'selectionStart' in to)) return;
  if (from.selectionStart === null || to.selectionStart === null) return;
  to.setSelectionRange(from.selectionStart, from.selectionEnd, from.selectionDirection ?? 'none');
}
