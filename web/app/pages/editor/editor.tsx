import { useEffect, useMemo, useState } from 'preact/hooks';
import { isDirty, mergeDrafts } from '../../../../shared/domain/forms/form-changes.ts';
import { useGo } from '../../parts/link.tsx';
import { toast } from '../../parts/notices.tsx';
import { FormHead } from '../forms/head/form-head.tsx';
import { EditorContext } from './context.ts';
import { ConflictDialog } from './draft/conflict.tsx';
import type { StoredForm } from './draft/stored-form.ts';
import { useDraft } from './draft/use-draft.ts';
import { type Saving, useSaving } from './draft/use-saving.ts';
import { useUnsavedDraft } from './draft/use-unsaved-draft.ts';
import { EditorBody } from './editor-body.tsx';
import { faultsOf, type PlacedFault } from './model/faults.ts';
import { readUnsaved, type UnsavedDraft } from './model/unsaved-draft.ts';
import { Tools } from './panes.tsx';
import { Shortcuts, useKeys } from './shortcuts.tsx';
import { t } from './texts/t.ts';
import { useFocus } from './use-focus.ts';
import { hasRoom, useView } from './use-view.ts';
import { Warnings } from './warnings.tsx';

type Beginning = {
  readonly kept: UnsavedDraft | undefined;
  readonly draft: StoredForm['draft'];
  readonly wasElsewhere: boolean;
};

/** Returns the draft to begin with: the current form with the unsaved changes of an earlier visit. */
function beginning({ form, draft }: StoredForm): Beginning {
  const kept = readUnsaved(localStorage, form.id, draft);
  if (!kept) return { kept, draft, wasElsewhere: false };
  return { kept, draft: mergeDrafts(kept.base, kept.draft, draft), wasElsewhere: isDirty(kept.base, draft) };
}

export function Editor({ first }: { first: StoredForm }) {
  const begun = useMemo(() => beginning(first), []);
  const state = useDraft(begun.draft);
  const { draft, select, undo, redo, act } = state;
  const [restored, setRestored] = useState(begun.kept);
  const [said, say] = useState('');
  const [view, setView] = useView();
  const focusOn = useFocus();
  const onFaults = (found: readonly PlacedFault[]) => {
    const field = found.find(({ id }) => id !== undefined)?.id;
    if (!field) return;
    setView({ language: undefined });
    select(field);
    focusOn(field, 'label');
  };
  const saving = useSaving(first, state, { began: begun.wasElsewhere ? begun.kept?.base : undefined, onFaults });
  const parts = useParts(saving, draft);
  useUnsavedDraft(first.form.id, saving.stored.draft, draft, parts.dirty);

  const { save, publish } = savers(saving, {
    ...parts,
    live: draft.status === 'live',
    onSaved: () => setRestored(undefined),
    onFirst: () => setFirst(true),
  });
  const [isFirst, setFirst] = useState(false);
  const go = useGo();
  // Wait until the page knows that everything is saved. A warning keeps the editor open.
  const isDone = isFirst && !parts.dirty && saving.stored.warnings.length === 0;
  useEffect(() => {
    if (isDone) go(`/forms/${first.form.id}/share`);
  }, [isDone]);
  const openPalette = () => {
    // Without room for both, the palette replaces the preview.
    setView({ pane: 'left', left: 'fields', ...(hasRoom() ? {} : { preview: false }) });
    setTimeout(() => document.querySelector<HTMLInputElement>('.ed-palette input')?.focus());
  };
  const showKeys = () => setView({ keys: true });
  useKeys({
    ...{ 'Control s': save, 'Control z': undo, 'Control y': redo, 'Control Shift z': redo },
    ...{ '/': openPalette, '?': showKeys, Escape: () => select(undefined) },
  });

  const discard = () => {
    act(() => parts.base);
    setRestored(undefined);
  };
  return (
    <EditorContext.Provider value={{ ...state, ...parts, say, focusOn }}>
      <div class="editor">
        <Head
          {...{ saving, title: draft.title, dirty: parts.dirty, undo, redo, save, publish, showKeys }}
          preview={view.preview}
          onPreview={() => setView({ preview: !view.preview })}
        />
        <Warnings
          kept={restored}
          saving={saving}
          faults={parts.faults}
          onDiscard={discard}
          onDismiss={() => setRestored(undefined)}
        />
        <EditorBody view={view} setView={setView} onAdd={openPalette} />
        <p class="unseen" aria-live="assertive">
          {said}
        </p>
      </div>
      <ConflictDialog saving={saving} draft={draft} onDone={() => toast(t('savedToast'))} />
      {view.keys && <Shortcuts onClose={() => setView({ keys: false })} />}
    </EditorContext.Provider>
  );
}

/** Derives faults and warnings from the stored form and the draft. */
function useParts({ stored: { draft: base }, refused }: Saving, draft: StoredForm['draft']) {
  const dirty = useMemo(() => isDirty(base, draft), [base, draft]);
  const faults = useMemo(() => [...faultsOf(draft), ...refused], [draft, refused.length]);
  const storedIds = useMemo(() => new Set(base.fields.map(({ id }) => id)), [base]);
  return { base, dirty, faults, storedIds };
}

type SaversOptions = {
  readonly dirty: boolean;
  readonly live: boolean;
  readonly onSaved: () => void;
  readonly onFirst: () => void;
};

function savers({ save }: Saving, { dirty, live, onSaved, onFirst }: SaversOptions) {
  const say = (text: string, then?: () => void) => (isSaved: boolean) => {
    if (!isSaved) return;
    onSaved();
    toast(text);
    then?.();
  };
  const publish = () =>
    dirty || !live ? save('live').then(say(t('published'), live ? undefined : onFirst)) : undefined;
  return { publish, save: () => (live ? publish() : dirty ? save().then(say(t('savedToast'))) : undefined) };
}

type HeadProps = {
  readonly saving: Saving;
  readonly title: string;
  readonly dirty: boolean;
  readonly preview: boolean;
  readonly undo: (() => unknown) | undefined;
  readonly redo: (() => unknown) | undefined;
  readonly save: () => unknown;
  readonly publish: () => unknown;
  readonly showKeys: () => void;
  readonly onPreview: () => void;
};

const Head = ({ saving: { stored, busy }, title, save, publish, showKeys, ...rest }: HeadProps) => (
  <FormHead
    form={{ ...stored.form, title: title.trim() || stored.form.title }}
    current="edit"
    actions={
      <Tools {...rest} status={stored.form.status} busy={busy} onKeys={showKeys} onSave={save} onPublish={publish} />
    }
  />
);
