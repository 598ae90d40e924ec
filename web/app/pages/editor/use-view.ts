import { useState } from 'preact/hooks';
import type { InsertPlace } from './canvas/use-add.ts';
import type { LeftPaneName, PaneName } from './panes.tsx';

/** The visible panes of the editor. */
export type EditorView = {
  readonly left: LeftPaneName;
  /** The panel that covers the form in a narrow window. */
  readonly pane: PaneName | undefined;
  readonly preview: boolean;
  /** Where the user chooses the type of a new field. */
  readonly inserting: InsertPlace | undefined;
  readonly keys: boolean;
  readonly versions: boolean;
  /** The language to translate into. Its texts replace the fields. */
  readonly language: string | undefined;
};

export type SetView = (change: Partial<EditorView>) => void;

/** The width that shows the preview beside the other panes. */
export const hasRoom = (): boolean => matchMedia('(width >= 105rem)').matches;

/** Whether the form is shown as visitors see it. Users choose its design there, too. */
export const isPreviewing = ({ preview, left }: EditorView): boolean => preview || left === 'design';

/** Returns what brings the fields back. */
export const withoutPreview = ({ left }: EditorView): Partial<EditorView> => ({
  preview: false,
  pane: undefined,
  ...(left === 'design' && { left: 'fields' }),
});

/** Starts with the preview if there is room for all panes. */
export function useView(): [EditorView, SetView] {
  const [view, setView] = useState<EditorView>({
    left: 'fields',
    pane: undefined,
    preview: hasRoom(),
    inserting: undefined,
    keys: false,
    versions: false,
    language: undefined,
  });
  return [view, change => setView(before => ({ ...before, ...change }))];
}
