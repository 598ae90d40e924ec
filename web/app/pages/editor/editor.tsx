import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { isDirty, mergeDrafts } from '../../../../shared/domain/forms/form-changes.ts';
import { useGo } from '../../parts/link.tsx';
import { confirm, toast } from '../../parts/notices.tsx';
import { pageOf, partOf } from '../../parts/page-of.tsx';
import { FormHead } from '../forms/head/form-head.tsx';
import { EditorContext, type Editor as EditorState, NowContext } from './context.ts';
import type { StoredForm } from './draft/stored-form.ts';
import { useDraft } from './draft/use-draft.ts';
import { type Saving, useSaving } from './draft/use-saving.ts';
import { useUnsavedDraft } from './draft/use-unsaved-draft.ts';
import { EditorBody } from './editor-body.tsx';
import { draftOf } from './model/draft.ts';
import { faultsOf, type PlacedFault } from './model/faults.ts';
import { placeOf } from './model/fields.ts';
import { readUnsaved, type UnsavedDraft } from './model/unsaved-draft.ts';
import { Tools } from './panes.tsx';
import { useKeys } from './shortcuts.ts';
import { t } from './texts/t.ts';
import { useFocus } from './use-focus.ts';
import { hasRoom, isPreviewing, useView, withoutPreview } from './use-view.ts';
import { Warnings } from './warnings.tsx';

const ConflictDialog = pageOf(() => import('./draft/conflict.tsx'));
const Shortcuts = partOf(() => import('./shortcut-list.tsx'));
const Versions = pageOf(() => import('./draft/versions.tsx'));

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
  const { draft, select, undo, redo } = state;
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
  useUnsavedDraft(first.form.id, saving.stored.draft, draft, saving);

  const isLive = saving.stored.form.status === 'live';
  const { save, publish, isComplete } = savers(saving, {
    isLive,
    onSaved: () => setRestored(undefined),
    onFirst: useShare(first.form.id, saving),
  });
  /** Asks for the type of a field to insert after the selected one. */
  const insert = () => {
    const at = state.selected === undefined ? draft.fields.length : placeOf(draft, state.selected) + 1;
    setView({ ...(hasRoom() ? {} : withoutPreview(view)), pane: undefined, language: undefined, inserting: { at } });
  };
  const showKeys = () => setView({ keys: true });
  useKeys({
    ...{ 'Control s': save, 'Control z': undo, 'Control y': redo, 'Control Shift z': redo },
    ...{ '/': insert, '?': showKeys, Escape: () => select(undefined) },
  });

  const discard = () =>
    confirm({
      title: t('discardTitle'),
      text: t('discardText'),
      action: t('discardChanges'),
      run: async () => {
        await saving.discard();
        setRestored(undefined);
      },
    });
  return (
    <Contexts editor={{ ...state, ...parts, say, focusOn, formId: first.form.id }}>
      <div class="editor">
        <Head
          {...{ saving, title: draft.title, undo, redo, save, publish, isComplete, showKeys }}
          onVersions={() => setView({ versions: true })}
          onDiscard={discard}
          preview={isPreviewing(view)}
          onPreview={() => setView(isPreviewing(view) ? withoutPreview(view) : { preview: true })}
        />
        <Warnings
          kept={restored}
          saving={saving}
          faults={parts.faults}
          onDiscard={discard}
          onDismiss={() => setRestored(undefined)}
        />
        <EditorBody view={view} setView={setView} />
        <p class="unseen" aria-live="assertive">
          {said}
        </p>
      </div>
      {saving.conflict && <ConflictDialog saving={saving} draft={draft} onDone={() => toast(t('savedToast'))} />}
      {view.keys && <Shortcuts onClose={() => setView({ keys: false })} />}
      {view.versions && <Versions formId={first.form.id} onClose={() => setView({ versions: false })} />}
    </Contexts>
  );
}

function Contexts({ editor, children }: { editor: EditorState; children: ComponentChildren }) {
  const latest = useRef(editor);
  latest.current = editor;
  const [now] = useState(() => () => latest.current);
  return (
    <NowContext.Provider value={now}>
      <EditorContext.Provider value={editor}>{children}</EditorContext.Provider>
    </NowContext.Provider>
  );
}

/** Returns a function that opens the page to share the form. */
function useShare(id: string, { dirty, stored }: Saving): () => void {
  const [isFirst, setFirst] = useState(false);
  const go = useGo();
  // Wait until the page knows that everything is saved. A warning keeps the editor open.
  const isDone = isFirst && !dirty && stored.warnings.length === 0;
  useEffect(() => {
    if (isDone) go(`/forms/${id}/share`);
  }, [isDone]);
  return () => setFirst(true);
}

/** Derives what depends on both the form and its draft. */
function useParts({ stored: { form }, refused }: Saving, draft: StoredForm['draft']) {
  const base = useMemo(() => draftOf(form), [form]);
  const faults = useMemo(() => [...faultsOf(draft), ...refused], [draft, refused.length]);
  const storedIds = useMemo(() => new Set(base.fields.map(({ id }) => id)), [base]);
  return { base, faults, storedIds };
}

type SaversOptions = {
  readonly isLive: boolean;
  readonly onSaved: () => void;
  readonly onFirst: () => void;
};

/** A form that isn't live has a button that saves the draft as the form. Its other pages then know the new fields. */
function savers({ stored, dirty, ...saving }: Saving, { isLive, onSaved, onFirst }: SaversOptions) {
  const isComplete = !dirty && !stored.isChanged;
  const say = (text: string, then?: () => void) => (isSaved: boolean) => {
    if (!isSaved) return;
    onSaved();
    toast(text);
    then?.();
  };
  const publish = () =>
    isComplete && isLive ? undefined : saving.publish('live').then(say(t('published'), isLive ? undefined : onFirst));
  const store = () => (isLive ? saving.save() : saving.publish(stored.form.status));
  return { isComplete, publish, save: () => (isComplete ? undefined : store().then(say(t('savedToast')))) };
}

type HeadProps = {
  readonly saving: Saving;
  readonly title: string;
  readonly isComplete: boolean;
  readonly preview: boolean;
  readonly undo: (() => unknown) | undefined;
  readonly redo: (() => unknown) | undefined;
  readonly save: () => unknown;
  readonly publish: () => unknown;
  readonly showKeys: () => void;
  readonly onVersions: () => void;
  readonly onDiscard: () => void;
  readonly onPreview: () => void;
};

const Head = ({ saving: { stored, busy, step }, title, save, publish, showKeys, ...rest }: HeadProps) => (
  <FormHead
    form={{ ...stored.form, title: title.trim() || stored.form.title }}
    current="edit"
    actions={
      <Tools
        {...rest}
        {...{ busy, step }}
        status={stored.form.status}
        onKeys={showKeys}
        onSave={save}
        onPublish={publish}
      />
    }
  />
);
