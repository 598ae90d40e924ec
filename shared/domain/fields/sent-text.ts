/** Returns the number in a text, in JSON's syntax. Any other text stays text, for its field's rules to refuse. */
export const numberIn = (text: string): number | string =>
  /^\s*[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?\s*$/i.test(text) ? Number(text) : text;

const truths: ReadonlyMap<string, boolean> = new Map([
  ...['true', 'on', 'yes', '1', 'x'].map(text => [text, true] as const),
  ...['false', 'off', 'no', '0'].map(text => [text, false] as const),
]);

/** Whether a text means that a box is ticked; undefined when it means neither. */
export const truthIn = (text: string): boolean | undefined => truths.get(text.trim().toLowerCase());
