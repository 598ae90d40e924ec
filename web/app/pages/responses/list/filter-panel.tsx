import type { Form } from '../../../../../shared/domain/forms/form.ts';
import { Select, TextField } from '../../../parts/fields.tsx';
import { PersonSelect } from '../../../parts/select/selects.tsx';
import type { FilterChange, Filters } from '../filters.ts';
import { type Handling, handlings, type Status, statuses } from '../response.ts';
import { t } from '../texts/t.ts';
import { ConditionList } from './condition-list.tsx';
import { OriginFilters } from './origin-filters.tsx';

type FilterPanelProps = {
  readonly form: Form;
  readonly filters: Filters;
  readonly onChange: (change: FilterChange) => void;
};

/** The filters besides the search. */
export default function FilterPanel({ form, filters, onChange }: FilterPanelProps) {
  const { status, handling, assignee = '', from, to, answers } = filters;
  const all = { value: '', label: t('all') };
  return (
    <>
      <div class="toolbar">
        <Select
          label={t('status')}
          value={status ?? ''}
          options={[{ value: '', label: t('allStatuses') }, ...statuses.map(each => ({ value: each, label: t(each) }))]}
          onInput={next => onChange({ status: (next || undefined) as Status | undefined })}
        />
        <Select
          label={t('handling')}
          value={handling ?? ''}
          options={[all, ...handlings.map(each => ({ value: each, label: t(each) }))]}
          onInput={next => onChange({ handling: (next || undefined) as Handling | undefined })}
        />
        <PersonSelect
          label={t('assignee')}
          value={assignee}
          before={[all, { value: 'none', label: t('nobody') }]}
          onInput={next => onChange({ assignee: next || undefined })}
        />
        <TextField
          type="date"
          label={t('from')}
          value={from ?? ''}
          max={to}
          onInput={next => onChange({ from: next || undefined })}
        />
        <TextField
          type="date"
          label={t('to')}
          value={to ?? ''}
          min={from}
          onInput={next => onChange({ to: next || undefined })}
        />
      </div>
      <OriginFilters filters={filters} onChange={onChange} />
      <ConditionList
        form={form}
        answers={answers}
        onChange={next => onChange({ answers: Object.keys(next).length > 0 ? next : undefined })}
      />
    </>
  );
}
