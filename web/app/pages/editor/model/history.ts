/** The current value, earlier values, and undone ones. */
export type History<T> = {
  readonly past: readonly T[];
  readonly present: T;
  readonly future: readonly T[];
  /** The subject of the last change. Changes of one subject, such as letters of a word, are undone together. */
  readonly of?: string;
};

const stepsMax = 500;

export const begin = <T>(present: T): History<T> => ({ past: [], present, future: [] });

/**
 * @param of names what is being changed, such as a text; consecutive changes with the same name are undone in one
 *   step
 */
export function pushState<T>(history: History<T>, present: T, of?: string): History<T> {
  if (present === history.present) return history;
  const goesOn = of !== undefined && of === history.of;
  const past = goesOn ? history.past : [...history.past, history.present].slice(-stepsMax);
  return { past, present, future: [], ...(of !== undefined && { of }) };
}

/** Makes the next change a new step, even if it has the same subject. */
export const settle = <T>({ of, ...history }: History<T>): History<T> => history;

export function undo<T>({ past, present, future }: History<T>): History<T> {
  const before = past.at(-1);
  if (before === undefined) return { past, present, future };
  return { past: past.slice(0, -1), present: before, future: [present, ...future] };
}

export function redo<T>({ past, present, future }: History<T>): History<T> {
  const [next, ...rest] = future;
  if (next === undefined) return { past, present, future };
  return { past: [...past, present], present: next, future: rest };
}
