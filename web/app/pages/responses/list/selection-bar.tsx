import { useRef, useState } from 'preact/hooks';
import type { Progress } from '../../../api/for-each.ts';
import { Button } from '../../../parts/button.tsx';
import { ErrorNote } from '../../../parts/feedback.tsx';
import { Menu } from '../../../parts/menu.tsx';
import { MenuItem } from '../../../parts/menu-item.tsx';
import { confirm, toast } from '../../../parts/notices.tsx';
import { partOf } from '../../../shell/page-of.tsx';
import { handlings, statuses } from '../response.ts';
import { t } from '../texts/t.ts';
import { changeSelected, type SelectedChange } from './change-selected.ts';
import type { Selection } from './responses-table.tsx';

/** It is loaded when it is opened. */
const AssignDialog = partOf(() => import('./assign-dialog.tsx'));

type SelectionBarProps = {
  readonly selection: Selection;
  readonly folder: 'inbox' | 'spam';
  /** Called with the responses that have left the list. */
  readonly onGone: (ids: readonly string[]) => void;
  readonly onChanged: () => void;
};

type BatchAction = {
  readonly change: SelectedChange;
  readonly said: 'deleted' | 'marked' | 'unmarked' | 'changed';
};

/** The actions on selected responses, and their progress. */
export function SelectionBar({ selection, folder, onGone, onChanged }: SelectionBarProps) {
  const [progress, setProgress] = useState<Progress>();
  const [error, setError] = useState<unknown>();
  const running = useRef<AbortController | undefined>(undefined);
  const ids = [...selection.ids];
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
    if (outcome.succeeded.length > 0) toast(t(said, { count: outcome.succeeded.length }));
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
  readonly folder: 'inbox' | 'spam';
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
