import { useEffect, useId, useState } from 'preact/hooks';
import type { Form } from '../../../../../shared/domain/forms/form.ts';
import { Button } from '../../../parts/button.tsx';
import { SearchField } from '../../../parts/fields.tsx';
import { partOf } from '../../../parts/page-of.tsx';
import { Segments } from '../../../parts/segments.tsx';
import { type FilterChange, type Filters, narrows, withoutFilters } from '../filters.ts';
import { t } from '../texts/t.ts';

/** It is loaded when it is opened. */
const FilterPanel = partOf(() => import('./filter-panel.tsx'));

type FilterBarProps = {
  readonly form: Form;
  readonly filters: Filters;
  readonly onChange: (filters: Filters) => void;
};

export function FilterBar({ form, filters, onChange }: FilterBarProps) {
  const id = useId();
  const { folder } = filters;
  const [open, setOpen] = useState(narrows(filters));
  const { folder: _, order: __, q: ___, answers: conditions = {}, ...others } = filters;
  const count = Object.keys({ ...others, ...conditions }).length;
  const set = (change: FilterChange) => {
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
            { value: 'restricted', label: t('restricted') },
          ]}
          onInput={next => set({ folder: next })}
        />
        <AnswerSearch text={filters.q ?? ''} onText={q => set({ q: q || undefined })} />
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
        {open && <FilterPanel form={form} filters={filters} onChange={set} />}
      </div>
    </search>
  );
}

/** How long to wait after the last key before searching, because each search is a request. */
const pauseMs = 500;

function AnswerSearch({ text, onText }: { readonly text: string; readonly onText: (text: string) => void }) {
  const [typed, setTyped] = useState(text);
  useEffect(() => setTyped(text), [text]);
  useEffect(() => {
    if (typed.trim() === text) return;
    const timer = setTimeout(() => onText(typed.trim()), pauseMs);
    return () => clearTimeout(timer);
  }, [typed]);
  return <SearchField label={t('searchText')} value={typed} maxLength={200} onInput={setTyped} />;
}
