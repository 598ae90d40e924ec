import { useEffect, useId, useState } from 'preact/hooks';
import type { Form } from '../../../../../shared/domain/forms/form.ts';
import { Button } from '../../../parts/button.tsx';
import { Select, TextField } from '../../../parts/fields.tsx';
import { Segments } from '../../../parts/segments.tsx';
import { type Filters, narrows, withoutFilters } from '../filters.ts';
import { type Handling, handlings, type Status, statuses } from '../response.ts';
import { t } from '../texts/t.ts';
import { assigneesOf, usePeople } from '../use-people.ts';
import { ConditionList } from './condition-list.tsx';

type FilterBarProps = {
  readonly form: Form;
  readonly filters: Filters;
  readonly onChange: (filters: Filters) => void;
};

export function FilterBar({ form, filters, onChange }: FilterBarProps) {
  const id = useId();
  const { folder, status, handling, assignee, from, to, answers } = filters;
  const [open, setOpen] = useState(narrows(filters));
  const { folder: _, order: __, q: ___, answers: conditions = {}, ...others } = filters;
  const count = Object.keys({ ...others, ...conditions }).length;
  const set = (change: { readonly [N in keyof Filters]?: Filters[N] | undefined }) => {
    const entries = Object.entries({ ...filters, ...change }).filter(([, value]) => value !== undefined);
    onChange(Object.fromEntries(entries) as Filters);
  };
  return (
    <search class="filters">
      <div class="toolbar">
        <Segments
          legend={t('response')}
          value={folder}
          options={[
            { value: 'inbox', label: t('inbox') },
            { value: 'spam', label: t('spam') },
          ]}
          onInput={next => set({ folder: next })}
        />
        <SearchField text={filters.q ?? ''} onText={q => set({ q: q || undefined })} />
        <Button aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
          {count > 0 ? t('filtersChosen', { count }) : t('filters')}
        </Button>
        {narrows(filters) && (
          <Button kind="quiet" icon="close" onClick={() => onChange(withoutFilters(filters))}>
            {t('clearFilters')}
          </Button>
        )}
      </div>
      <div id={id} hidden={!open}>
        <div class="toolbar">
          <Select
            label={t('status')}
            value={status ?? ''}
            options={[
              { value: '', label: t('allStatuses') },
              ...statuses.map(each => ({ value: each, label: t(each) })),
            ]}
            onInput={next => set({ status: (next || undefined) as Status | undefined })}
          />
          <Select
            label={t('handling')}
            value={handling ?? ''}
            options={[{ value: '', label: t('all') }, ...handlings.map(each => ({ value: each, label: t(each) }))]}
            onInput={next => set({ handling: (next || undefined) as Handling | undefined })}
          />
          {open && <AssigneeFilter chosen={assignee ?? ''} onInput={next => set({ assignee: next || undefined })} />}
          <TextField
            type="date"
            label={t('from')}
            value={from ?? ''}
            max={to}
            onInput={next => set({ from: next || undefined })}
          />
          <TextField
            type="date"
            label={t('to')}
            value={to ?? ''}
            min={from}
            onInput={next => set({ to: next || undefined })}
          />
        </div>
        <ConditionList
          form={form}
          answers={answers}
          onChange={next => set({ answers: Object.keys(next).length > 0 ? next : undefined })}
        />
      </div>
    </search>
  );
}

type AssigneeFilterProps = { readonly chosen: string; readonly onInput: (assignee: string) => void };

/** The people are read once the filters are open. */
const AssigneeFilter = ({ chosen, onInput }: AssigneeFilterProps) => (
  <Select
    label={t('assignee')}
    value={chosen}
    options={[{ value: '', label: t('all') }, ...assigneesOf(usePeople(), chosen)]}
    onInput={onInput}
  />
);

/** It is looked for when the person stops typing: each search is a request. */
const pauseMs = 500;

function SearchField({ text, onText }: { readonly text: string; readonly onText: (text: string) => void }) {
  const [typed, setTyped] = useState(text);
  useEffect(() => setTyped(text), [text]);
  useEffect(() => {
    if (typed.trim() === text) return;
    const timer = setTimeout(() => onText(typed.trim()), pauseMs);
    return () => clearTimeout(timer);
  }, [typed]);
  return (
    <TextField
      type="search"
      label={t('searchText')}
      hideLabel
      placeholder={t('searchText')}
      value={typed}
      maxLength={200}
      onInput={setTyped}
    />
  );
}
