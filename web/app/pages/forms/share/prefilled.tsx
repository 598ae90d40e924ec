import { useState } from 'preact/hooks';
import { choiceLabel, choiceValue, type Field, type FieldType } from '../../../../../shared/domain/fields/field.ts';
import type { Form } from '../../../../../shared/domain/forms/form.ts';
import { Code, Section, Select, TextField } from '../../../parts/index.ts';
import { pageUrl } from './snippets.ts';
import { t } from './texts/t.ts';

/** The types whose answer fits into a URL as one text. */
const fillable: readonly FieldType[] = [
  ...(['text', 'textarea', 'email', 'phone', 'url', 'number', 'currency', 'date', 'time'] as const),
  ...(['select', 'radio', 'rating', 'scale', 'hidden'] as const),
];

const nameOf = ({ id, query = id }: Field): string => query;

/** Builds a link that fills in answers: an input for each question, and the resulting address. */
export function Prefilled({ form }: { form: Form }) {
  const [answers, setAnswers] = useState<Readonly<Record<string, string>>>({});
  const fields = form.fields.filter(({ type }) => fillable.includes(type));
  if (fields.length === 0) return null;
  const filled = fields.flatMap(field => (answers[field.id] ? [[nameOf(field), answers[field.id] ?? '']] : []));
  const query = filled.length > 0 ? `?${new URLSearchParams(filled)}` : '';
  return (
    <Section>
      <details class="share-more">
        <summary>{t('prefilled')}</summary>
        <div class="stack">
          <p class="help">{t('prefilledHelp')}</p>
          <div class="columns">
            {fields.map(field => (
              <Answer
                key={field.id}
                field={field}
                value={answers[field.id] ?? ''}
                onInput={value => setAnswers({ ...answers, [field.id]: value })}
              />
            ))}
          </div>
          <Code text={`${pageUrl(form)}${query}`} label={t('prefilled')} />
        </div>
      </details>
    </Section>
  );
}

type AnswerProps = { readonly field: Field; readonly value: string; readonly onInput: (value: string) => void };

function Answer({ field: { id, label = id, options }, value, onInput }: AnswerProps) {
  if (!options) return <TextField label={label} value={value} onInput={onInput} />;
  const choices = options.map(option => ({ value: choiceValue(option), label: choiceLabel(option) }));
  return <Select label={label} value={value} options={[{ value: '', label: '' }, ...choices]} onInput={onInput} />;
}
