import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Button } from '../../parts/button.tsx';
import { Menu } from '../../parts/menu.tsx';
import { MenuItem } from '../../parts/menu-item.tsx';
import { Segments } from '../../parts/segments.tsx';
import type { SavingStep } from './draft/use-saving.ts';
import { t } from './texts/t.ts';

/** The pane that covers the form in a narrow window. */
export type PaneName = 'left' | 'inspector' | 'preview';
export type LeftPaneName = 'fields' | 'outline' | 'design' | 'languages';

type PaneProps = {
  readonly name: PaneName;
  readonly label: string;
  readonly open: boolean;
  /** What the pane shows. Each keeps its own scroll position. */
  readonly shown: string | undefined;
  readonly onClose: () => void;
  readonly head?: ComponentChildren;
  readonly children: ComponentChildren;
};

/** A pane beside the form; on a phone, a sheet over it. */
export function Pane({ name, label, open, shown = '', onClose, head, children }: PaneProps) {
  const pane = useRef<HTMLElement>(null);
  const places = useRef(new Map<string, number>());
  useLayoutEffect(() => {
    if (pane.current) pane.current.scrollTop = places.current.get(shown) ?? 0;
  }, [shown]);
  return (
    <aside
      ref={pane}
      class={`ed-pane ${name} ${open ? 'open' : ''}`}
      aria-label={label}
      onScroll={({ currentTarget }) => places.current.set(shown, currentTarget.scrollTop)}
    >
      <header class="ed-pane-head">
        {head ?? <h2>{label}</h2>}
        <Button kind="quiet" size="small" icon="close" class="ed-narrow" label={t('closePane')} onClick={onClose} />
      </header>
      <div class="ed-pane-body">{children}</div>
    </aside>
  );
}

export const LeftTabs = ({ left, onLeft }: { left: LeftPaneName; onLeft: (left: LeftPaneName) => void }) => (
  <Segments
    legend={t('parts')}
    value={left}
    options={[
      { value: 'fields', label: t('left_fields') },
      { value: 'outline', label: t('left_outline') },
      { value: 'design', label: t('left_design') },
      { value: 'languages', label: t('left_languages') },
    ]}
    onInput={onLeft}
  />
);

type ToolsProps = {
  readonly status: 'draft' | 'live' | 'archived';
  readonly step: SavingStep;
  /** Whether the form has everything that the draft has. */
  readonly isComplete: boolean;
  readonly busy: boolean;
  readonly preview: boolean;
  readonly undo: (() => unknown) | undefined;
  readonly redo: (() => unknown) | undefined;
  readonly onPreview: () => void;
  readonly onKeys: () => void;
  readonly onVersions: () => void;
  readonly onDiscard: () => void;
  readonly onSave: () => void;
  readonly onPublish: () => void;
};

/** The actions on the whole form. A live form can only be published. */
export function Tools({ status, step, isComplete, busy, preview, undo, redo, ...on }: ToolsProps) {
  const isLive = status === 'live';
  return (
    <>
      <span class={`ed-state ${step}`}>{t(`step_${step}`)}</span>
      <Button kind="quiet" icon="undo" label={t('undo')} disabled={!undo} onClick={() => undo?.()} />
      <Button kind="quiet" icon="redo" label={t('redo')} disabled={!redo} onClick={() => redo?.()} />
      <Button kind="quiet" icon="eye" label={t('preview')} aria-pressed={preview} onClick={on.onPreview} />
      <Button kind="quiet" class="ed-help-keys" label={t('shortcuts')} onClick={on.onKeys}>
        ?
      </Button>
      <Menu label={t('moreActions')}>
        {() => (
          <>
            <MenuItem icon="list" onClick={on.onVersions}>
              {t('versions')}
            </MenuItem>
            <MenuItem icon="trash" disabled={isComplete} onClick={on.onDiscard}>
              {t('discardChanges')}
            </MenuItem>
          </>
        )}
      </Menu>
      {!isLive && (
        <Button busy={busy} disabled={isComplete} onClick={on.onSave}>
          {t('save')}
        </Button>
      )}
      <Button kind="primary" busy={busy} disabled={isLive && isComplete} onClick={on.onPublish}>
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
    <Button kind="quiet" icon="list" onClick={() => onPane('left', 'outline')}>
      {t('left_outline')}
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
