import { useState } from 'preact/hooks';
import type { Left, PaneName } from './panes.tsx';

/** What of the editor is shown. */
export type View = {
  readonly left: Left;
  /** What lies over the form, where the window is narrow. */
  readonly pane: PaneName | undefined;
  readonly preview: boolean;
  readonly keys: boolean;
  /** The language that is translated into, in the place of the fields. */
  readonly language: string | undefined;
};

export type SetView = (change: Partial<View>) => void;

/** For the preview beside all the rest. */
export const hasRoom = (): boolean => matchMedia('(width >= 105rem)').matches;

/** With the preview at first, where there is room for all. */
export function useView(): [View, SetView] {
  const [view, setView] = useState<View>({
    left: 'fields',
    pane: undefined,
    preview: hasRoom(),
    keys: false,
    language: undefined,
  });
  return [view, change => setView(before => ({ ...before, ...change }))];
}
