import { useAction } from '../../../api/load.ts';
import { ErrorNote } from '../../../parts/feedback.tsx';
import { Select } from '../../../parts/fields.tsx';
import { Section } from '../../../parts/page.tsx';
import { PersonSelect, useNames } from '../../../parts/select/selects.tsx';
import { type Handling, handlings, type Response } from '../response.ts';
import { t } from '../texts/t.ts';

type HandlingProps = {
  readonly response: Response;
  /** Absent if the user may not change anything. */
  readonly onChange?: (change: HandlingChange) => Promise<unknown>;
};

export type HandlingChange = { readonly handling: Handling } | { readonly assigneeId: string | null };

/** How far the team has come with a response, and who takes care of it. */
export function HandlingSection({ response: { handling, assigneeId }, onChange }: HandlingProps) {
  const changing = useAction(async (change: HandlingChange) => onChange?.(change));
  const nameOf = useNames(assigneeId ? [assigneeId] : []);
  const assignee = assigneeId ?? 'none';
  return (
    <Section title={t('handling')} help={t('handlingHelp')}>
      {onChange ? (
        <div class="stack">
          <Select
            label={t('handling')}
            value={handling}
            disabled={changing.busy}
            options={handlings.map(value => ({ value, label: t(value) }))}
            onInput={next => changing.run({ handling: next })}
          />
          <PersonSelect
            label={t('assignee')}
            value={assignee}
            disabled={changing.busy}
            before={[{ value: 'none', label: t('nobody') }]}
            onInput={next => changing.run({ assigneeId: next === 'none' ? null : next })}
          />
          <ErrorNote error={changing.error} />
        </div>
      ) : (
        <dl class="facts">
          <dt>{t('handling')}</dt>
          <dd>{t(handling)}</dd>
          <dt>{t('assignee')}</dt>
          <dd>
            <bdi>{assigneeId === undefined ? t('nobody') : nameOf(assigneeId)}</bdi>
          </dd>
        </dl>
      )}
    </Section>
  );
}
