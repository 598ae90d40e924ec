import { useMemo, useRef, useState } from 'preact/hooks';
import type { Draft } from '../model/draft.ts';
import type { EditResult } from '../model/fields.ts';
import { begin, type History, pushState, redo, settle, undo } from '../model/history.ts';

type DraftEdit = (draft: Draft) => Draft | EditResult;

export type DraftState = {
  readonly draft: Draft;
  readonly selected: string | undefined;
  /** Changes the form. `of` names the input that the user types into, so that its changes are undone in one step. */
  readonly act: (change: DraftEdit, of?: string) => EditResult;
  readonly select: (id: string | undefined) => void;
  readonly settle: () => void;
  readonly undo?: () => void;
  readonly redo?: () => void;
  /** A key that stays the same while the page is open, even if the field's id changes. */
  readonly keyOf: (id: string) => string;
};

/** Keys by field ids, so that a field stays the same for the page while its id follows the label. */
class Keys {
  #count = 0;
  #keys = new Map<string, string>();

  of(id: string): string {
    const key = this.#keys.get(id) ?? this.begin(id);
    return key;
  }

  begin(id: string): string {
    this.#count += 1;
    this.#keys.set(id, `f${this.#count}`);
    return `f${this.#count}`;
  }

  pass(from: string, to: string): void {
    this.#keys.set(to, this.of(from));
  }
}

export function useDraft(first: Draft): DraftState {
  const [history, setHistory] = useState<History<EditResult>>(() => begin<EditResult>({ draft: first }));
  const current = useRef(history);
  const keys = useMemo(() => new Keys(), []);
  const become = (next: History<EditResult>): EditResult => {
    current.current = next;
    setHistory(next);
    return next.present;
  };
  const act = (change: DraftEdit, of?: string): EditResult => {
    const { present } = current.current;
    const result = change(present.draft);
    const placed: EditResult = 'draft' in result ? result : { ...present, draft: result };
    noteKeys(keys, present, placed);
    const next = { draft: placed.draft, selected: placed.selected };
    if (placed.draft === present.draft) return become({ ...current.current, present: next });
    return become(pushState(current.current, next, of));
  };
  const { past, present, future } = history;
  return {
    draft: present.draft,
    selected: present.draft.fields.some(({ id }) => id === present.selected) ? present.selected : undefined,
    act,
    select: selected => become(settle({ ...current.current, present: { ...current.current.present, selected } })),
    settle: () => become(settle(current.current)),
    ...(past.length > 0 && { undo: () => become(undo(current.current)) }),
    ...(future.length > 0 && { redo: () => become(redo(current.current)) }),
    keyOf: id => keys.of(id),
  };
}

function noteKeys(keys: Keys, before: EditResult, { draft, selected, renamed }: EditResult): void {
  if (!selected || before.draft === draft) return;
  if (renamed) keys.pass(renamed, selected);
  else if (!before.draft.fields.some(({ id }) => id === selected)) keys.begin(selected);
}
