import { Button } from '../../parts/button.tsx';
import { ErrorNote, Notice } from '../../parts/feedback.tsx';
import { formatAgo } from '../../texts/format.ts';
import { FormWarnings } from '../forms/form-warnings.tsx';
import { useEditor } from './context.ts';
import type { Saving } from './draft/use-saving.ts';
import { faultText } from './inspector/fault-text.ts';
import type { PlacedFault } from './model/faults.ts';
import { fieldOf } from './model/fields.ts';
import type { UnsavedDraft } from './model/unsaved-draft.ts';
import { t } from './texts/t.ts';
import { nameOf } from './wording.ts';

type WarningsProps = {
  readonly kept: UnsavedDraft | undefined;
  readonly saving: Saving;
  readonly faults: readonly PlacedFault[];
  readonly onDiscard: () => void;
  readonly onDismiss: () => void;
};

const shownMax = 6;

/** Messages above the form: a restored draft, and reasons why it can't be saved. */
export function Warnings({ kept, saving: { error, refused, stored }, faults, onDiscard, onDismiss }: WarningsProps) {
  return (
    <div class="ed-warnings">
      {kept && (
        <Notice>
          <p>{t('restored', { when: formatAgo(kept.at) })}</p>
          <div class="actions">
            <Button size="small" onClick={onDismiss}>
              {t('keepRestored')}
            </Button>
            <Button size="small" kind="quiet" onClick={onDiscard}>
              {t('discard')}
            </Button>
          </div>
        </Notice>
      )}
      {error !== undefined && refused.length === 0 && <ErrorNote error={error} />}
      <FormWarnings warnings={stored.warnings} />
      {faults.length > 0 && <Faults faults={faults} />}
    </div>
  );
}

/** Each fault leads to its field. */
function Faults({ faults }: { faults: readonly PlacedFault[] }) {
  const { draft, focusOn, select } = useEditor();
  const go = (id: string | undefined) => {
    select(id);
    if (id) focusOn(id, 'label');
  };
  return (
    <details class="notice amber ed-faults">
      <summary>{t('faultsOfForm', { count: faults.length })}</summary>
      <ul>
        {faults.slice(0, shownMax).map(fault => {
          const field = fault.id === undefined ? undefined : fieldOf(draft, fault.id);
          return (
            <li key={`${fault.field} ${fault.rule}`}>
              <button type="button" class="ed-link" onClick={() => go(fault.id)}>
                {field ? nameOf(field) : t('wholeForm')}
              </button>{' '}
              {faultText(fault)}
            </li>
          );
        })}
      </ul>
    </details>
  );
}
