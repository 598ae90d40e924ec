type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

/**
 * Creates an element with attributes and children. Strings become text nodes, so nothing that a customer wrote is ever
 * parsed.
 */
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

/** Sets an attribute: `true` sets it without a value, `false` and `undefined` remove it. */
export function setAttribute(element: Element, name: string, value: string | number | boolean | undefined): void {
  if (value === undefined || value === false) element.removeAttribute(name);
  else element.setAttribute(name, value === true ? '' : String(value));
}

/** Creates a button that only does what it is given. */
export function button(className: string, text: string, onClick: () => void): HTMLButtonElement {
  const element = h('button', { type: 'button', class: className }, text);
  element.addEventListener('click', onClick);
  return element;
}

/** Returns an ID that no other form element on this page has, even one from another file. */
export const newId = (): string => `fl${crypto.randomUUID()}`;
