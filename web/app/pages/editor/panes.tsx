import type { ComponentChildren } from 'preact';
import { Button } from '../../parts/button.tsx';
import { Segments } from '../../parts/segments.tsx';
import { t } from './texts/t.ts';

/** The pane that covers the form in a narrow window. */
export type PaneName = 'left' | 'inspector' | 'preview';
export type LeftPaneName = 'fields' | 'design' | 'languages';

type PaneProps = {
  readonly name: PaneName;
  readonly label: string;
  readonly open: boolean;
  readonly onClose: () => void;
  readonly head?: ComponentChildren;
  readonly children: ComponentChildren;
};

/** A pane beside the form; on a phone, a sheet over it. */
export const Pane = ({ name, label, open, onClose, head, children }: PaneProps) => (
  <aside class={`ed-pane ${name} ${open ? 'open' : ''}`} aria-label={label}>
    <header class="ed-pane-head">
      {head ?? <h2>{label}</h2>}
      <Button kind="quiet" size="small" icon="close" class="ed-narrow" label={t('closePane')} onClick={onClose} />
    </header>
    <div class="ed-pane-body">{children}</div>
  </aside>
);

export const LeftTabs = ({ left, onLeft }: { left: LeftPaneName; onLeft: (left: LeftPaneName) => void }) => (
  <Segments
    legend={t('parts')}
    value={left}
    options={[
      { value: 'fields', label: t('left_fields') },
      { value: 'design', label: t('left_design') },
      { value: 'languages', label: t('left_languages') },
    ]}
    onInput={onLeft}
  />
);

type ToolsProps = {
  readonly status: 'draft' | 'live' | 'archived';
  readonly dirty: boolean;
  readonly busy: boolean;
  readonly preview: boolean;
  readonly undo: (() => unknown) | undefined;
  readonly redo: (() => unknown) | undefined;
  readonly onPreview: () => void;
  readonly onKeys: () => void;
  readonly onSave: () => void;
  readonly onPublish: () => void;
};

/** The actions on the whole form. A live form can only be published. */
export function Tools({ status, dirty, busy, preview, undo, redo, onPreview, onKeys, onSave, onPublish }: ToolsProps) {
  const isLive = status === 'live';
  return (
    <>
      <span class={`ed-state ${dirty ? 'dirty' : ''}`} role="status">
        {t(busy ? 'saving' : dirty ? 'unsaved' : 'saved')}
      </span>
      <Button kind="quiet" icon="undo" label={t('undo')} disabled={!undo} onClick={() => undo?.()} />
      <Button kind="quiet" icon="redo" label={t('redo')} disabled={!redo} onClick={() => redo?.()} />
      <Button kind="quiet" icon="eye" label={t('preview')} aria-pressed={preview} onClick={onPreview} />
      <Button kind="quiet" class="ed-help-keys" label={t('shortcuts')} onClick={onKeys}>
        ?
      </Button>
      {!isLive && (
        <Button busy={busy} disabled={!dirty} onClick={onSave}>
          {t('save')}
        </Button>
      )}
      <Button kind="primary" busy={busy} disabled={isLive && !dirty} onClick={onPublish}>
        {t(isLive ? 'publishChanges' : 'publish')}
      </Button>
    </>
  );
}

type BarProps = { readonly onPane: (pane: PaneName, left?: LeftPaneName) => void; readonly canEdit: boolean };

/** On a phone, buttons that open the panes. */
export const Bar = ({ onPane, canEdit }: BarProps) => (
  <nav class="ed-bar" aria-label={t('parts')}>
    <Button kind="quiet" icon="plus" onClick={() => onPane('left', 'fields')}>
      {t('left_fields')}
    </Button>
    <Button kind="quiet" icon="gear" disabled={!canEdit} onClick={() => onPane('inspector')}>
      {t('fieldShort')}
    </Button>
    <Button kind="quiet" icon="edit" onClick={() => onPane('left', 'design')}>
      {t('left_design')}
    </Button>
    <Button kind="quiet" icon="eye" onClick={() => onPane('preview')}>
      {t('preview')}
    </Button>
  </nav>
);
