import { useRef, useState } from 'preact/hooks';
import type { Progress } from '../../../api/for-each.ts';
import { Button } from '../../../parts/button.tsx';
import { ErrorNote, messageOf } from '../../../parts/feedback.tsx';
import { Menu } from '../../../parts/menu.tsx';
import { MenuItem } from '../../../parts/menu-item.tsx';
import { confirm, toast } from '../../../parts/notices.tsx';
import { partOf } from '../../../parts/page-of.tsx';
import type { Filters } from '../filters.ts';
import { handlings, type Response, statuses } from '../response.ts';
import { t } from '../texts/t.ts';
import { type StateChange, undoOf } from '../undo-change.ts';
import { changeSelected, type SelectedChange } from './change-selected.ts';
import type { Selection } from './responses-table.tsx';

/** It is loaded when it is opened. */
const AssignDialog = partOf(() => import('./assign-dialog.tsx'));

type SelectionBarProps = {
  readonly selection: Selection;
  /** The loaded responses, as they were before a change. */
  readonly rows: readonly Response[];
  readonly folder: Filters['folder'];
  /** Called with the responses that have left the list. */
  readonly onGone: (ids: readonly string[]) => void;
  readonly onChanged: () => void;
};

type BatchAction = {
  readonly change: SelectedChange;
  readonly said: 'deleted' | 'marked' | 'unmarked' | 'changed';
};

type UndoneGroup = { readonly change: StateChange; readonly ids: string[] };

/** Returns what undoes one change of several responses: each change with the responses that it restores. */
function undoAll(responses: readonly Response[], change: StateChange): readonly UndoneGroup[] {
  const groups = new Map<string, UndoneGroup>();
  for (const response of responses) {
    const undo = undoOf(response, change);
    if (!undo) continue;
    const group = groups.get(JSON.stringify(undo)) ?? { change: undo, ids: [] };
    group.ids.push(response.id);
    groups.set(JSON.stringify(undo), group);
  }
  return [...groups.values()];
}

/** Returns what undoes a change of the responses that it succeeded for, if it can be undone. */
function undoing(before: readonly Response[], change: SelectedChange, succeeded: readonly string[]) {
  const changed = before.filter(({ id }) => succeeded.includes(id));
  const groups = undoAll(changed, change as StateChange);
  if (groups.length === 0) return undefined;
  return async () => {
    const options = { signal: new AbortController().signal, onProgress: () => {} };
    for (const { ids, change: undo } of groups) {
      const { error } = await changeSelected(ids, undo as SelectedChange, options);
      if (error !== undefined) toast(messageOf(error));
    }
  };
}

/** The actions on selected responses, and their progress. */
export function SelectionBar({ selection, rows, folder, onGone, onChanged }: SelectionBarProps) {
  const [progress, setProgress] = useState<Progress>();
  const [error, setError] = useState<unknown>();
  const running = useRef<AbortController | undefined>(undefined);
  const ids = [...selection.ids];
  const before = rows.filter(({ id }) => selection.ids.has(id));
  const run = async ({ change, said }: BatchAction) => {
    const controller = new AbortController();
    running.current = controller;
    setError(undefined);
    setProgress({ done: 0, total: ids.length });
    const outcome = await changeSelected(ids, change, { signal: controller.signal, onProgress: setProgress });
    setProgress(undefined);
    setError(outcome.error);
    selection.set(new Set(ids.filter(id => !outcome.succeeded.includes(id))));
    if (said === 'changed') onChanged();
    else onGone(outcome.succeeded);
    if (outcome.succeeded.length > 0) {
      const undo = undoing(before, change, outcome.succeeded);
      toast(t(said, { count: outcome.succeeded.length }), undo && (() => undo().finally(onChanged)));
    }
    if (outcome.failed.length > 0) toast(t('someFailed', { count: outcome.failed.length }));
  };
  if (ids.length === 0) return null;
  return (
    <section class="selection" aria-label={t('selected', { count: ids.length })}>
      <strong role="status">{progress ? t('progress', { ...progress }) : t('selected', { count: ids.length })}</strong>
      {progress ? (
        <>
          <progress max={progress.total} value={progress.done} aria-label={t('progress', { ...progress })} />
          <Button size="small" onClick={() => running.current?.abort()}>
            {t('cancel')}
          </Button>
        </>
      ) : (
        <Deeds folder={folder} count={ids.length} onRun={run} onClear={() => selection.set(new Set())} />
      )}
      <ErrorNote error={error} />
    </section>
  );
}

type DeedsProps = {
  readonly folder: Filters['folder'];
  readonly count: number;
  readonly onRun: (deed: BatchAction) => Promise<void>;
  readonly onClear: () => void;
};

function Deeds({ folder, count, onRun, onClear }: DeedsProps) {
  const [assigning, setAssigning] = useState(false);
  const remove = () =>
    confirm({
      title: t('deleteMany', { count }),
      text: t('deleteManyText'),
      action: t('deleteMany', { count }),
      danger: true,
      // It continues after the dialog closes, and the bar shows the progress.
      run: async () => void onRun({ change: { delete: true }, said: 'deleted' }),
    });
  return (
    <>
      {folder === 'inbox' && (
        <Menu label={t('changeStatus')} class="button plain small" button={t('changeStatus')}>
          {() =>
            statuses.map(status => (
              <MenuItem key={status} onClick={() => onRun({ change: { status }, said: 'changed' })}>
                {t('setStatus', { status: t(status) })}
              </MenuItem>
            ))
          }
        </Menu>
      )}
      {folder === 'inbox' && (
        <Menu label={t('handling')} class="button plain small" button={t('handling')}>
          {() =>
            handlings.map(handling => (
              <MenuItem key={handling} onClick={() => onRun({ change: { handling }, said: 'changed' })}>
                {t('setStatus', { status: t(handling) })}
              </MenuItem>
            ))
          }
        </Menu>
      )}
      {folder === 'inbox' && (
        <Button size="small" aria-haspopup="dialog" onClick={() => setAssigning(true)}>
          {t('assign')}
        </Button>
      )}
      {assigning && (
        <AssignDialog
          count={count}
          onClose={() => setAssigning(false)}
          onAssign={assigneeId => onRun({ change: { assigneeId }, said: 'changed' })}
        />
      )}
      {folder === 'inbox' ? (
        <Button size="small" onClick={() => onRun({ change: { spam: true }, said: 'marked' })}>
          {t('markSpam')}
        </Button>
      ) : (
        <Button size="small" onClick={() => onRun({ change: { spam: false }, said: 'unmarked' })}>
          {t('markNotSpam')}
        </Button>
      )}
      <Button size="small" kind="danger" icon="trash" onClick={remove}>
        {t('deleteMany', { count })}
      </Button>
      <Button size="small" kind="quiet" onClick={onClear}>
        {t('clearSelection')}
      </Button>
    </>
  );
}
