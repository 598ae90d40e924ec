import { isAnswered } from '../../../../../shared/domain/fields/field-types.ts';
import type { Form } from '../../../../../shared/domain/forms/form.ts';
import { call } from '../../../api/client.ts';
import { type LoadState, useLoad } from '../../../api/load.ts';
import type { Output } from '../../../api/operations.ts';
import { useSession } from '../../../api/session.tsx';
import { errorAt } from '../../../parts/error-at.ts';
import { Notice, Section, Select } from '../../../parts/index.ts';
import type { PartProps } from './access.tsx';
import { t } from './texts/t.ts';

const policies = ['clear', 'encrypted', 'masked'] as const;
type FieldPolicyName = (typeof policies)[number];

export type SealingProgress = Output<'GET /forms/{id}/sealing'>;

/** Loads the progress of a change of policies. */
export const useSealingProgress = (id: string): LoadState<SealingProgress> =>
  useLoad(signal => call('GET /forms/{id}/sealing', { params: { id }, signal }), [id]);

type SealingProps = PartProps & { readonly form: Form; readonly progress: SealingProgress | undefined };

/** Edits which answers are encrypted, and shows the progress of a change. */
export function Sealing({ form, progress, draft: { fieldPolicies = {} }, error, set }: SealingProps) {
  const { can } = useSession();
  const fields = form.fields.filter(isAnswered);
  const setPolicy = (field: string, policy: FieldPolicyName) => {
    const { [field]: _, ...others } = fieldPolicies;
    set({ fieldPolicies: policy === 'clear' ? others : { ...others, [field]: policy } });
  };
  const storedOf = (field: string): FieldPolicyName => form.fieldPolicies?.[field] ?? 'clear';
  // Only admins may show more of the answers than before.
  const offeredFor = (field: string) => policies.slice(can('admin') ? 0 : policies.indexOf(storedOf(field)));
  return (
    <Section id="sealing" title={t('sealing')} help={t('sealingHelp')}>
      <div class="stack">
        {progress?.status === 'scheduled' && <Notice>{t('sealingScheduled')}</Notice>}
        {progress?.status === 'running' && <Notice>{t('sealingRunning', { count: progress.rewritten })}</Notice>}
        {fields.length === 0 && <p class="muted">{t('noFields')}</p>}
        <ul class="sealed">
          {fields.map(({ id: field, label }) => (
            <li key={field}>
              <span aria-hidden="true">{label || field}</span>
              <Select
                label={t('policyOf', { label: label || field })}
                hideLabel
                value={fieldPolicies[field] ?? 'clear'}
                options={offeredFor(field).map(value => ({ value, label: t(value) }))}
                onInput={policy => setPolicy(field, policy)}
                error={errorAt(error, `fieldPolicies.${field}`)}
              />
            </li>
          ))}
        </ul>
      </div>
    </Section>
  );
}
