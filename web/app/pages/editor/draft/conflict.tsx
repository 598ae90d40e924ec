import { type Difference, differencesOf } from '../../../../../shared/domain/forms/form-changes.ts';
import { Button } from '../../../parts/button.tsx';
import { Dialog } from '../../../parts/dialog.tsx';
import { Badge } from '../../../parts/feedback.tsx';
import { formatAgo } from '../../../texts/format.ts';
import { type Draft, ofEditor } from '../model/draft.ts';
import { t } from '../texts/t.ts';
import { nameOf } from '../wording.ts';
import type { Saving } from './use-saving.ts';

const names = [...ofEditor, 'status', 'fieldPolicies'] as const;
type PropertyName = (typeof names)[number];

function nameOfDifference({ kind, name, field }: Difference): string {
  if (kind === 'moved') return t('order');
  if (field) return nameOf(field);
  return names.includes(name as PropertyName) ? t(`setting_${name as PropertyName}`) : name;
}

/** Shows what someone else changed, and lets the user choose. */
export function ConflictDialog({ saving, draft, onDone }: { saving: Saving; draft: Draft; onDone: () => void }) {
  const { conflict, keepMine, takeTheirs, putOff, busy } = saving;
  if (!conflict) return null;
  const { before, theirs } = conflict;
  const differences = differencesOf(before, draft, theirs.draft);
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
            {t('keepMine')}
          </Button>
        </>
      }
    >
      <p>{t('conflictText', { when: formatAgo(theirs.form.updatedAt) })}</p>
      <ul class="ed-differences">
        {differences.map(difference => (
          <li key={`${difference.kind} ${difference.name}`}>
            <span>{nameOfDifference(difference)}</span>
            <Badge>{t(`difference_${difference.kind}`)}</Badge>
            {difference.clashes && <Badge tone="amber">{t('clashes')}</Badge>}
          </li>
        ))}
      </ul>
      <p class="help">{t('conflictHelp')}</p>
    </Dialog>
  );
}
