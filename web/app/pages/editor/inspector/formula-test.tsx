import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { fieldTypes } from '../../../../../shared/domain/fields/field-types.ts';
import { evaluate } from '../../../../../shared/domain/forms/logic/evaluate.ts';
import { fieldsOfFormula } from '../../../../../shared/domain/forms/logic/named-fields.ts';
import { formatNumber } from '../../../texts/format.ts';
import { useEditor } from '../context.ts';
import type { Field, Formula } from '../model/draft.ts';
import { t } from '../texts/t.ts';
import { formulaInWords, nameOf } from '../wording.ts';
import { SeveralInput, ValueInput } from './value-input.tsx';

const chip = /\uE000(.*?)\uE001/;

/** A formula as a line, with its fields as chips. */
export function FormulaLine({ formula, fields }: { formula: Formula; fields: readonly Field[] }) {
  const marked = fields.map(field => ({ ...field, label: `\uE000${nameOf(field)}\uE001` }));
  const parts = formulaInWords(formula, marked).split(chip);
  return (
    <p class="ed-formula">
      = {parts.map((part, place) => (place % 2 === 0 ? part : <span class="ed-chip">{part}</span>))}
    </p>
  );
}

/** Tries a formula with answers of the user's own. Nothing is stored. */
export function FormulaTest({ field: { id, compute = {} } }: { field: Field }) {
  const { draft } = useEditor();
  const [answers, setAnswers] = useState<Readonly<Record<string, unknown>>>({});
  const named = new Set(fieldsOfFormula(compute as Formula));
  // The result of another calculation is typed like an answer.
  const inputs = draft.fields
    .filter(field => named.has(field.id))
    .map(field =>
      field.type === 'calculated' ? { id: field.id, type: 'number' as const, label: nameOf(field) } : field,
    );
  const untouched = inputs.map(field => ({ id: field.id, type: field.type }));
  const { calculated } = evaluate([...untouched, { id, type: 'calculated', compute }], answers);
  const result = calculated.get(id);
  const set = (name: string, value: unknown) => setAnswers({ ...answers, [name]: value });
  return (
    <fieldset class="ed-group ed-test">
      <legend>{t('formulaTest')}</legend>
      {inputs.map(field => (
        <Answer key={field.id} field={field} value={answers[field.id]} onInput={value => set(field.id, value)} />
      ))}
      <output>{result === undefined ? t('formulaNoResult') : `= ${formatNumber(result)}`}</output>
    </fieldset>
  );
}

type AnswerProps = {
  readonly field: Field;
  readonly value: unknown;
  readonly onInput: (value: unknown) => void;
};

function Answer({ field, value, onInput }: AnswerProps): ComponentChildren {
  const label = nameOf(field);
  return fieldTypes[field.type].shape === 'texts' ? (
    <SeveralInput field={field} legend={label} values={(value ?? []) as string[]} onInput={onInput} />
  ) : (
    <ValueInput field={field} label={label} value={value} optional onInput={onInput} />
  );
}
