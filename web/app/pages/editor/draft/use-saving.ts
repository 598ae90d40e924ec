import { useRef, useState } from 'preact/hooks';
import { isSame, mergeDrafts } from '../../../../../shared/domain/forms/form-changes.ts';
import { ApiError, isStale } from '../../../api/errors.ts';
import type { Draft } from '../model/draft.ts';
import { faultsOf, type PlacedFault, placeFault } from '../model/faults.ts';

import { forgetUnsaved } from '../model/unsaved-draft.ts';
import { readForm, type StoredForm, writeForm } from './stored-form.ts';
import type { DraftState } from './use-draft.ts';

/** The form was changed elsewhere. `before` is the version that the changes made here started from. */
type Conflict = { readonly before: Draft; readonly theirs: StoredForm };

export type Saving = {
  readonly stored: StoredForm;
  readonly busy: boolean;
  /** Why the last attempt failed. */
  readonly error: unknown;
  /** The faults that the service found in this draft. */
  readonly refused: readonly PlacedFault[];
  readonly conflict: Conflict | undefined;
  /** Saves the draft, or shows why not. Returns whether it was saved. */
  readonly save: (status?: Draft['status']) => Promise<boolean>;
  /** Ends a conflict: our changes overwrite theirs, or are discarded. */
  readonly keepMine: () => Promise<boolean>;
  readonly takeTheirs: () => void;
  readonly putOff: () => void;
};

type SaveState = { busy: boolean; error?: unknown; refusedOf?: Draft; refused?: readonly PlacedFault[] };

export function useSaving(
  first: StoredForm,
  { draft, act }: DraftState,
  { began, onFaults }: { began?: Draft | undefined; onFaults: (faults: readonly PlacedFault[]) => void },
): Saving {
  const [stored, setStored] = useState(first);
  const [outcome, setOutcome] = useState<SaveState>({ busy: false });
  const [conflict, setConflict] = useState<Conflict | undefined>(began && { before: began, theirs: first });
  const busy = useRef(false);

  /** Keeps what the user typed during the request. */
  const saved = (sent: Draft, next: StoredForm) => {
    setStored(next);
    setConflict(undefined);
    act(present => {
      const both = mergeDrafts(sent, present, next.draft);
      return isSame(both, present) ? present : both;
    });
    forgetUnsaved(localStorage, next.form.id);
  };

  const failed = async (sent: Draft, at: StoredForm, error: unknown) => {
    if (isStale(error)) {
      setConflict({ before: at.draft, theirs: await readForm(at.form.id) });
      return {};
    }
    const details = error instanceof ApiError ? error.details.map(fault => placeFault(fault, sent.fields)) : [];
    onFaults(details);
    return { error, refusedOf: sent, refused: details };
  };

  const write = async (at: StoredForm, sent: Draft, status = sent.status): Promise<boolean> => {
    const wanted = { ...sent, status };
    if (busy.current) return false;
    const faults = faultsOf(wanted);
    onFaults(faults);
    if (faults.length > 0) return false;
    busy.current = true;
    setOutcome({ busy: true });
    const left = await writeForm(at, wanted).then(
      next => saved(sent, next),
      error => failed(sent, at, error).catch(reason => ({ error: reason })),
    );
    busy.current = false;
    setOutcome({ busy: false, ...left });
    return left === undefined;
  };

  const end = (theirs: StoredForm, change: (present: Draft) => Draft): Draft => {
    setStored(theirs);
    setConflict(undefined);
    return act(change).draft;
  };

  return {
    stored,
    busy: outcome.busy,
    error: outcome.error,
    refused: outcome.refusedOf === draft ? (outcome.refused ?? []) : [],
    conflict,
    save: status => write(stored, draft, status),
    keepMine: async () => {
      if (!conflict) return false;
      const { before, theirs } = conflict;
      return write(
        theirs,
        end(theirs, present => mergeDrafts(before, present, theirs.draft)),
      );
    },
    takeTheirs: () => {
      if (conflict) end(conflict.theirs, () => conflict.theirs.draft);
    },
    putOff: () => setConflict(undefined),
  };
}
