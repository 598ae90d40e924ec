import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Draft } from './model/draft.ts';
import type { PlacedFault } from './model/faults.ts';
import type { Stored } from './model/fields.ts';
import type { DraftState } from './use-draft.ts';

/** What every part of the editor works with. */
export type Editor = DraftState & {
  /** The form as the service has it. */
  readonly base: Draft;
  /** The ids of its fields. */
  readonly storedIds: Stored;
  readonly faults: readonly PlacedFault[];
  /** Says to those who hear the page what has happened. */
  readonly say: (text: string) => void;
  /** Where the keyboard is to be once the page has followed: at the label of a field, or where it is, however that moves. */
  readonly focusOn: (id: string, part: 'label' | 'same') => void;
};

export const EditorContext = createContext<Editor | undefined>(undefined);

export function useEditor(): Editor {
  const editor = useContext(EditorContext);
  if (!editor) throw new Error('There is no editor around this part');
  return editor;
}
