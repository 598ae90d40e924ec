import { useEffect, useId, useState } from 'preact/hooks';
import type { Field } from '../../../../shared/domain/fields/field.ts';
import { choiceLabel, choiceValue } from '../../../../shared/domain/fields/field.ts';
import type { Form } from '../../../../shared/domain/forms/form.ts';
import { Button } from '../../parts/button.tsx';
import { Select, TextField } from '../../parts/fields.tsx';
import { Segments } from '../../parts/segments.tsx';
import { type Filters, narrows, noFilters } from './filters.ts';
import { statuses } from './response.ts';
import { t } from './texts.ts';

type FilterBarProps = {
  readonly form: Form;
  readonly filters: Filters;
  readonly onChange: (changes: Partial<Record<keyof Filters, string | undefined>>) => void;
  readonly text: string;
  readonly onText: (text: string) => void;
};

export function FilterBar({ form, filters, onChange, text, onText }: FilterBarProps) {
  const id = useId();
  const [open, setOpen] = useState(narrows(filters));
  const count = [filters.status, filters.from, filters.to, filters.field].filter(Boolean).length;
  return (
    <search class="filters">
      <div class="toolbar">
        <Segments
          legend={t('response')}
          value={filters.folder}
          options={[
            { value: 'inbox', label: t('inbox') },
            { value: 'spam', label: t('spam') },
          ]}
          onInput={folder => onChange({ folder: folder === 'spam' ? folder : undefined })}
        />
        <TextField
          type="search"
          label={t('pageText')}
          hideLabel
          placeholder={t('pageText')}
          value={text}
          onInput={onText}
        />
        <Button aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
          {count > 0 ? t('filtersChosen', { count }) : t('filters')}
        </Button>
        {narrows(filters) && (
          <Button kind="quiet" icon="close" onClick={() => onChange(noFilters)}>
            {t('clearFilters')}
          </Button>
        )}
      </div>
      <div id={id} class="toolbar" hidden={!open}>
        <Select
          label={t('status')}
          value={filters.status ?? ''}
          options={[
            { value: '', label: t('allStatuses') },
            ...statuses.map(status => ({ value: status, label: t(status) })),
          ]}
          onInput={status => onChange({ status: status || undefined })}
        />
        <TextField
          type="date"
          label={t('from')}
          value={filters.from ?? ''}
          max={filters.to}
          onInput={from => onChange({ from: from || undefined })}
        />
        <TextField
          type="date"
          label={t('to')}
          value={filters.to ?? ''}
          min={filters.from}
          onInput={to => onChange({ to: to || undefined })}
        />
        <AnswerFilter form={form} filters={filters} onChange={onChange} />
      </div>
    </search>
  );
}

const answered = [
  'text',
  'email',
  'select',
  'radio',
  'number',
  'date',
  'phone',
  'url',
  'hidden',
  'time',
  'rating',
  'scale',
];

/** Answers that are looked for as they are: of one value, and not sealed. */
const searchable = ({ fields, fieldPolicies = {} }: Form): Field[] =>
  fields.filter(({ id, type }) => answered.includes(type) && fieldPolicies[id] === undefined);

/** It is looked for when the person stops typing: each search is a request. */
const pauseMs = 500;

function AnswerFilter({ form, filters, onChange }: Pick<FilterBarProps, 'form' | 'filters' | 'onChange'>) {
  const fields = searchable(form);
  const [id, setId] = useState(filters.field ?? '');
  const [value, setValue] = useState(filters.value ?? '');
  const field = fields.find(one => one.id === id);
  useEffect(() => {
    if (filters.field) return;
    setId('');
    setValue('');
  }, [filters.field]);
  useEffect(() => {
    if (value === (filters.value ?? '') && id === (filters.field ?? '')) return;
    if (!value && !filters.field) return;
    const timer = setTimeout(
      () => onChange(value ? { field: id, value } : { field: undefined, value: undefined }),
      pauseMs,
    );
    return () => clearTimeout(timer);
  }, [value, id]);
  if (fields.length === 0) return null;
  const choose = (next: string) => {
    setId(next);
    setValue('');
  };
  const names = fields.map(one => ({ value: one.id, label: one.label || one.id }));
  return (
    <>
      <Select
        label={t('field')}
        value={id}
        options={[{ value: '', label: t('fieldAny') }, ...names]}
        onInput={choose}
      />
      {field && <ValueField field={field} value={value} onInput={setValue} />}
    </>
  );
}

type ValueFieldProps = { readonly field: Field; readonly value: string; readonly onInput: (value: string) => void };

const ValueField = ({ field: { options, other }, value, onInput }: ValueFieldProps) =>
  options && !other ? (
    <Select
      label={t('value')}
      value={value}
      options={[
        { value: '', label: '…' },
        ...options.map(option => ({ value: choiceValue(option), label: choiceLabel(option) })),
      ]}
      onInput={onInput}
    />
  ) : (
    <TextField label={t('value')} value={value} onInput={onInput} />
  );
