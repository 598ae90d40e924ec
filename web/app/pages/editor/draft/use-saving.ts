import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { differencesOf, isDirty, isSame, mergeDrafts } from '../../../../../shared/domain/forms/form-changes.ts';
import { ApiError, isStale } from '../../../api/errors.ts';
import { toast } from '../../../parts/notices.tsx';
import type { Draft } from '../model/draft.ts';
import { faultsOf, type PlacedFault, placeFault } from '../model/faults.ts';
import { t } from '../texts/t.ts';
import { nameOfDifference } from '../wording.ts';
import { discardDraft, publishDraft, readForm, readIfChanged, type StoredForm, saveDraft } from './stored-form.ts';
import type { DraftState } from './use-draft.ts';

/** The form was changed elsewhere. `before` is the draft that the changes made here started from. */
type Conflict = {
  readonly before: Draft;
  readonly theirs: StoredForm;
  /** The status that the form was going to be published with. */
  readonly status?: Draft['status'] | undefined;
};

export type SavingStep = 'saving' | 'saved' | 'draftSaved' | 'unpublished' | 'notSaved';

export type Saving = {
  readonly stored: StoredForm;
  /** Whether the page has changes that the service does not have. */
  readonly dirty: boolean;
  readonly step: SavingStep;
  /** Whether the form is being published, or saved as the form. */
  readonly busy: boolean;
  /** Why the last attempt failed. */
  readonly error: unknown;
  /** The faults that the service found in this draft. */
  readonly refused: readonly PlacedFault[];
  readonly conflict: Conflict | undefined;
  /** Saves the draft now. Returns whether it was saved. */
  readonly save: () => Promise<boolean>;
  /** Makes the draft the form, which then has this status, or shows why not. Returns whether it did. */
  readonly publish: (status: Draft['status']) => Promise<boolean>;
  readonly discard: () => Promise<void>;
  /** Ends a conflict: our changes overwrite theirs, or are discarded. */
  readonly keepMine: () => Promise<boolean>;
  readonly takeTheirs: () => void;
  readonly putOff: () => void;
};

type SaveState = {
  readonly busy: boolean;
  readonly isPublishing?: boolean;
  readonly error?: unknown;
  /** The draft that could not be saved. It is tried again when it changes, or after a while. */
  readonly failedOf?: Draft | undefined;
  readonly refused?: readonly PlacedFault[];
};

/** How long a draft rests before it is saved. */
const pauseMs = 1000;
/** How often the page looks for changes that were made elsewhere. */
const lookMs = 20_000;

type Change = (present: Draft) => Draft;

/** What the page knows of the form, also within requests that began earlier. */
function useSavingState(first: StoredForm, draft: Draft, began: Draft | undefined) {
  const [stored, setStored] = useState(first);
  const [outcome, setOutcome] = useState<SaveState>({ busy: false });
  const [conflict, setConflict] = useState<Conflict | undefined>(began && { before: began, theirs: first });
  const [isPutOff, setPutOff] = useState(false);
  const busy = useRef<Promise<boolean> | undefined>(undefined);
  const dirty = useMemo(() => isDirty(stored.draft, draft), [stored, draft]);
  const isHeld = conflict !== undefined || isPutOff;
  const now = useRef({ stored, draft, dirty, isHeld });
  now.current = { stored, draft, dirty, isHeld };
  const setters = { setStored, setOutcome, setConflict, setPutOff };
  return { stored, draft, outcome, conflict, dirty, isHeld, busy, now, ...setters };
}

type SavingState = ReturnType<typeof useSavingState>;

function actionsOf(state: SavingState, act: DraftState['act'], onFaults: (faults: readonly PlacedFault[]) => void) {
  const { now, busy, setStored, setOutcome, setConflict, setPutOff } = state;

  /** Takes what is stored now, and ends a conflict. */
  const take = (next: StoredForm, change: Change): Draft => {
    setStored(next);
    setConflict(undefined);
    setPutOff(false);
    const { draft } = act(change);
    now.current = { stored: next, draft, dirty: isDirty(next.draft, draft), isHeld: false };
    return draft;
  };

  /** Takes what is stored now, and keeps what the user typed since `sent`. */
  const settle = (sent: Draft, next: StoredForm): Draft =>
    take(next, present => {
      const both = mergeDrafts(sent, present, next.draft);
      return isSame(both, present) ? present : both;
    });

  /** Merges the changes made elsewhere, and says which. Returns false if the same was changed here. */
  const merge = (before: Draft, theirs: StoredForm): boolean => {
    const differences = differencesOf(before, now.current.draft, theirs.draft);
    if (differences.some(({ clashes }) => clashes)) return false;
    settle(before, theirs);
    const names = differences.map(nameOfDifference);
    if (names.length > 0) toast(t('merged', { names: names.slice(0, 3).join(', ') }));
    return true;
  };

  const failed = async (sent: Draft, error: unknown, status?: Draft['status']): Promise<Partial<SaveState>> => {
    const { stored: at } = now.current;
    if (isStale(error)) {
      const theirs = await readForm(at.form.id);
      // Before publishing, the user sees what others have changed.
      if (status === undefined && merge(at.draft, theirs)) return {};
      setConflict({ before: at.draft, theirs, status });
      now.current = { ...now.current, isHeld: true };
      return {};
    }
    const details = error instanceof ApiError ? error.details.map(fault => placeFault(fault, sent.fields)) : [];
    if (status !== undefined) onFaults(details);
    return { error, failedOf: sent, refused: details };
  };

  const attempt = async (at: StoredForm, sent: Draft, status?: Draft['status']): Promise<void> => {
    const saved = isDirty(at.draft, sent) ? await saveDraft(at, sent) : at;
    now.current = { ...now.current, stored: saved };
    setStored(saved);
    settle(sent, status === undefined ? saved : await publishDraft(saved, status));
  };

  const run: Run = async (at, sent, status) => {
    now.current = { ...now.current, stored: at };
    setOutcome({ busy: true, isPublishing: status !== undefined });
    const left = await attempt(at, sent, status).then(
      () => undefined,
      error => failed(sent, error, status).catch((reason): Partial<SaveState> => ({ error: reason, failedOf: sent })),
    );
    busy.current = undefined;
    setOutcome({ busy: false, ...left });
    return left === undefined;
  };
  return { take, merge, write: inTurn(state, run) };
}

type Run = (at: StoredForm, sent: Draft, status?: Draft['status']) => Promise<boolean>;

/** Saves the draft, after a save that is running. Stops if that has found a conflict. */
const inTurn =
  ({ busy, now }: SavingState, run: Run) =>
  async (status?: Draft['status']): Promise<boolean> => {
    while (busy.current) {
      await busy.current;
      if (now.current.isHeld) return false;
    }
    busy.current = run(now.current.stored, now.current.draft, status);
    return busy.current;
  };

type SavingActions = ReturnType<typeof actionsOf>;

/** Whether a failure may pass by itself, so that it is worth another try. */
const isPassing = (error: unknown): boolean => error instanceof ApiError && (error.status === 0 || error.status >= 500);

/** Saves the draft when it rests, and when the user leaves. Looks for changes that were made elsewhere. */
function useAutosave(state: SavingState, { write, merge }: SavingActions): void {
  const { stored, draft, dirty, isHeld, outcome, busy, now, setOutcome } = state;
  useEffect(() => {
    if (!dirty || outcome.busy || isHeld || outcome.failedOf === draft) return;
    const timer = setTimeout(() => write(), pauseMs);
    return () => clearTimeout(timer);
  }, [stored, draft, dirty, outcome, isHeld]);

  const isSignedOut = useRef(false);
  useEffect(() => {
    isSignedOut.current = false;
  }, [stored]);
  const look = async () => {
    const before = now.current;
    if (document.visibilityState !== 'visible' || busy.current || before.isHeld || isSignedOut.current) return;
    if (before.dirty) return setOutcome(last => (isPassing(last.error) ? { busy: false } : last));
    const theirs = await readIfChanged(before.stored).catch(error => {
      // Users who don't sign in again are asked when they save, not each time.
      isSignedOut.current = error instanceof ApiError && error.status === 401;
    });
    if (theirs && !busy.current && now.current.stored === before.stored) merge(before.stored.draft, theirs);
  };
  const lookNow = useRef(look);
  lookNow.current = look;
  useEffect(() => {
    const listener = () => lookNow.current();
    const timer = setInterval(listener, lookMs);
    document.addEventListener('visibilitychange', listener);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', listener);
      const left = now.current;
      // The browser has a copy, too, which the next visit merges.
      if (left.dirty && !left.isHeld && !busy.current) saveDraft(left.stored, left.draft).catch(() => undefined);
    };
  }, []);
}

export function useSaving(
  first: StoredForm,
  { draft, act }: DraftState,
  { began, onFaults }: { began?: Draft | undefined; onFaults: (faults: readonly PlacedFault[]) => void },
): Saving {
  const state = useSavingState(first, draft, began);
  const actions = actionsOf(state, act, onFaults);
  useAutosave(state, actions);
  const { stored, outcome, conflict, dirty, setConflict, setPutOff } = state;
  const { take, write } = actions;
  return {
    ...{ stored, dirty, conflict },
    step: stepOf(state),
    busy: outcome.isPublishing === true,
    error: outcome.error,
    refused: outcome.failedOf === draft ? (outcome.refused ?? []) : [],
    save: () => write(),
    publish: async status => {
      const faults = faultsOf({ ...draft, status });
      onFaults(faults);
      return faults.length === 0 && write(status);
    },
    discard: async () => {
      const next = await discardDraft(stored);
      take(next, () => next.draft);
    },
    keepMine: async () => {
      if (!conflict) return false;
      const { before, theirs, status } = conflict;
      take(theirs, present => mergeDrafts(before, present, theirs.draft));
      return write(status);
    },
    takeTheirs: () => {
      if (conflict) take(conflict.theirs, () => conflict.theirs.draft);
    },
    putOff: () => {
      setConflict(undefined);
      setPutOff(true);
    },
  };
}

function stepOf({ stored: { form, isChanged }, dirty, isHeld, outcome }: SavingState): SavingStep {
  if (outcome.busy) return 'saving';
  if (dirty) return isHeld || outcome.failedOf ? 'notSaved' : 'saving';
  if (!isChanged) return 'saved';
  return form.status === 'live' ? 'unpublished' : 'draftSaved';
}
