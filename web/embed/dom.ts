type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** An element with attributes and children. Texts become text nodes: nothing that a customer wrote is ever parsed. */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) setAttribute(element, name, value);
  element.append(...children);
  return element;
}

/** `true` is an attribute without a value, `false` and `undefined` none. */
export function setAttribute(element: Element, name: string, value: string | number | boolean | undefined): void {
  if (value === undefined || value === false) element.removeAttribute(name);
  else element.setAttribute(name, value === true ? '' : String(value));
}

/** A button that only does what it is given. */
export function button(className: string, text: string, onClick: () => void): HTMLButtonElement {
  const element = h('button', { type: 'button', class: className }, text);
  element.addEventListener('click', onClick);
  return element;
}

/** An id that no other element of this page's forms has, also of those that another file makes. */
export const newId = (): string => `fl${crypto.randomUUID()}`;
