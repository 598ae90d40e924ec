import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { DraftState } from './draft/use-draft.ts';
import type { Draft } from './model/draft.ts';
import type { PlacedFault } from './model/faults.ts';
import type { StoredIds } from './model/fields.ts';

/** The state and actions that every part of the editor uses. */
export type Editor = DraftState & {
  readonly formId: string;
  /** The form as it is stored. */
  readonly base: Draft;
  /** The IDs of the stored form's fields. */
  readonly storedIds: StoredIds;
  readonly faults: readonly PlacedFault[];
  /** Announces a change to screen readers. */
  readonly say: (text: string) => void;
  /** Moves the focus after a change: to a field's label, whose text it selects or not, or to where it is now. */
  readonly focusOn: (id: string, part: 'label' | 'caret' | 'same') => void;
};

export const EditorContext = createContext<Editor | undefined>(undefined);

/** Reads the editor when something happens. It never changes, so that cards need not render when the editor does. */
export const NowContext = createContext<(() => Editor) | undefined>(undefined);

export function useNow(): () => Editor {
  const now = useContext(NowContext);
  if (!now) throw new Error('There is no editor around this part');
  return now;
}

export function useEditor(): Editor {
  const editor = useContext(EditorContext);
  if (!editor) throw new Error('There is no editor around this part');
  return editor;
}
