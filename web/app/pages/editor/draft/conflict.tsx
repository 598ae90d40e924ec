import { differencesOf } from '../../../../../shared/domain/forms/form-changes.ts';
import { Button } from '../../../parts/button.tsx';
import { Dialog } from '../../../parts/dialog.tsx';
import { formatAgo } from '../../../texts/format.ts';
import type { Draft } from '../model/draft.ts';
import { t } from '../texts/t.ts';
import { Differences } from './differences.tsx';
import type { Saving } from './use-saving.ts';

type ConflictProps = { readonly saving: Saving; readonly draft: Draft; readonly onDone: () => void };

/** Shows what someone else changed, beside the user's own changes of the same, and lets the user choose. */
export default function ConflictDialog({ saving, draft, onDone }: ConflictProps) {
  const { conflict, keepMine, takeTheirs, putOff, busy } = saving;
  if (!conflict) return null;
  const { before, theirs } = conflict;
  const differences = differencesOf(before, draft, theirs.draft);
  const clashes = differences.filter(each => each.clashes);
  const keep = async () => {
    if (await keepMine()) onDone();
  };
  return (
    <Dialog
      title={t('conflictTitle')}
      onClose={putOff}
      footer={
        <>
          <Button onClick={takeTheirs}>{t('takeTheirs')}</Button>
          <Button kind="primary" busy={busy} onClick={keep}>
            {t(clashes.length > 0 ? 'keepMine' : 'keepBoth')}
          </Button>
        </>
      }
    >
      <p>{t('conflictText', { when: formatAgo(theirs.savedAt ?? theirs.form.updatedAt) })}</p>
      <Differences differences={differences.filter(each => !each.clashes)} />
      <Differences
        differences={clashes}
        sides={[
          { label: t('theirs'), form: theirs.draft },
          { label: t('yours'), form: draft },
        ]}
      />
      <p class="help">{t('conflictHelp')}</p>
    </Dialog>
  );
}
