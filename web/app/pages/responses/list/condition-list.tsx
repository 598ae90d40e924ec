import { useEffect, useState } from 'preact/hooks';
import type { Operator } from '../../../../../shared/domain/fields/answer-filter.ts';
import { type Choice, choiceLabel, choiceValue, type Field } from '../../../../../shared/domain/fields/field.ts';
import { fieldTypes } from '../../../../../shared/domain/fields/field-types.ts';
import type { Form } from '../../../../../shared/domain/forms/form.ts';
import { Button } from '../../../parts/button.tsx';
import { Select, TextField } from '../../../parts/fields.tsx';
import type { Filters } from '../filters.ts';
import { t } from '../texts/t.ts';

type AnswerCondition = {
  readonly id: string;
  readonly operator: Operator;
  readonly value: string;
  /** The row of a matrix. */
  readonly row?: string | undefined;
};

type AnswerConditions = NonNullable<Filters['answers']>;

const conditionsOf = (answers: AnswerConditions = {}): AnswerCondition[] =>
  Object.entries(answers).map(([name, value]) => {
    const [id = '', operator = 'is', ...row] = name.split('][');
    return { id, operator: operator as Operator, value, ...(row.length > 0 && { row: row.join('][') }) };
  });

const answersOf = (conditions: readonly AnswerCondition[]): AnswerConditions =>
  Object.fromEntries(
    conditions
      .filter(({ id, value }) => id && value)
      .map(({ id, operator, value, row }) => [
        [id, ...(operator === 'is' ? [] : [operator]), ...(row === undefined ? [] : [row])].join(']['),
        value,
      ]),
  );

const same: readonly Operator[] = ['is', 'not', 'empty'];
const ordered: readonly Operator[] = ['is', 'gte', 'lte', 'empty'];
const texts: readonly Operator[] = ['contains', 'is', 'not', 'empty'];

/** The comparisons for answers to a field. A field without answers has none. */
const operatorsOf: Readonly<Record<Field['type'], readonly Operator[]>> = {
  ...{ text: texts, textarea: texts, email: texts, phone: texts, url: texts, hidden: texts, calculated: ordered },
  ...{ number: ordered, currency: ordered, rating: ordered, scale: ordered, date: ordered, time: ordered },
  ...{ select: same, radio: same, multiselect: same, ranking: same, checkbox: same, consent: same },
  ...{ matrix: ['row', 'contains', 'empty'], file: ['empty'], statement: [], page: [] },
};

const names = {
  is: 'is',
  not: 'isNot',
  gt: 'isMore',
  gte: 'isAtLeast',
  lt: 'isLess',
  lte: 'isAtMost',
  contains: 'contains',
  in: 'is',
  empty: 'isEmpty',
  row: 'inRow',
} as const satisfies Record<Operator, string>;

/** Returns the fields whose answers can be searched: those without a policy. */
const searchable = ({ fields, fieldPolicies = {} }: Form): Field[] =>
  fields.filter(({ id, type }) => operatorsOf[type].length > 0 && fieldPolicies[id] === undefined);

/** How long to wait after the last key before searching, because each search is a request. */
const pauseMs = 500;

type ConditionListProps = {
  readonly form: Form;
  readonly answers: AnswerConditions | undefined;
  readonly onChange: (answers: AnswerConditions) => void;
};

/** Conditions on answers, which must all be true. */
export function ConditionList({ form, answers, onChange }: ConditionListProps) {
  const fields = searchable(form);
  const asked = JSON.stringify(answers ?? {});
  const [conditions, setConditions] = useState(() => conditionsOf(answers));
  const chosen = JSON.stringify(answersOf(conditions));
  useEffect(() => {
    if (chosen !== asked) setConditions(conditionsOf(answers));
  }, [asked]);
  useEffect(() => {
    if (chosen === asked) return;
    const timer = setTimeout(() => onChange(answersOf(conditions)), pauseMs);
    return () => clearTimeout(timer);
  }, [chosen]);
  if (fields.length === 0) return null;
  const set = (index: number, next: AnswerCondition | undefined) =>
    setConditions(conditions.flatMap((each, at) => (at === index ? (next ?? []) : each)));
  const add = () => setConditions([...conditions, newCondition(fields[0])]);
  return (
    <div class="conditions">
      {conditions.map((condition, index) => (
        <ConditionRow key={index} {...{ fields, condition }} onChange={next => set(index, next)} />
      ))}
      <Button size="small" kind="quiet" icon="plus" onClick={add}>
        {t('addCondition')}
      </Button>
    </div>
  );
}

function newCondition(field: Field | undefined, value = ''): AnswerCondition {
  const [operator = 'is'] = field ? operatorsOf[field.type] : [];
  const row = operator === 'row' ? { row: rowsOf(field)[0]?.value ?? '' } : {};
  return { id: field?.id ?? '', operator, value: operator === 'empty' ? 'false' : value, ...row };
}

const optionsOf = (choices: readonly Choice[] = []) =>
  choices.map(choice => ({ value: choiceValue(choice), label: choiceLabel(choice) }));

const rowsOf = (field: Field | undefined) => optionsOf(field?.rows);

type RowProps = {
  readonly fields: readonly Field[];
  readonly condition: AnswerCondition;
  readonly onChange: (condition: AnswerCondition | undefined) => void;
};

/** Returns the condition with another comparison. Keeps the value if possible. */
function withOperator(
  { id, operator, value }: AnswerCondition,
  next: string,
  field: Field | undefined,
): AnswerCondition {
  if (next === 'answered') return { id, operator: 'empty', value: 'false' };
  if (next === 'unanswered') return { id, operator: 'empty', value: 'true' };
  const kept = { id, operator: next as Operator, value: operator === 'empty' ? '' : value };
  return next === 'row' ? { ...kept, row: rowsOf(field)[0]?.value ?? '' } : kept;
}

function ConditionRow({ fields, condition, onChange }: RowProps) {
  const field = fields.find(({ id }) => id === condition.id);
  const usual = field ? operatorsOf[field.type] : [];
  // A link may contain another operator.
  const operators = usual.includes(condition.operator) ? usual : [...usual, condition.operator];
  const choices = [
    ...operators
      .filter(operator => operator !== 'empty')
      .map(operator => ({ value: operator, label: t(names[operator]) })),
    { value: 'answered', label: t('isAnswered') },
    { value: 'unanswered', label: t('isEmpty') },
  ];
  const { operator, value, row } = condition;
  const shown = operator === 'empty' ? (value === 'true' ? 'unanswered' : 'answered') : operator;
  const choose = (next: string) => onChange(withOperator(condition, next, field));
  return (
    <div class="condition">
      <Select
        label={t('field')}
        hideLabel
        value={condition.id}
        options={fields.map(each => ({ value: each.id, label: each.label || each.id }))}
        onInput={id => onChange(newCondition(fields.find(each => each.id === id)))}
      />
      <Select label={t('operator')} hideLabel value={shown} options={choices} onInput={choose} />
      {row !== undefined && (
        <Select
          label={t('matrixRow')}
          hideLabel
          value={row}
          options={rowsOf(field)}
          onInput={next => onChange({ ...condition, row: next })}
        />
      )}
      {operator !== 'empty' && (
        <ValueField field={field} row={row} value={value} onInput={next => onChange({ ...condition, value: next })} />
      )}
      <Button kind="quiet" icon="close" label={t('removeCondition')} onClick={() => onChange(undefined)} />
    </div>
  );
}

type ValueFieldProps = {
  readonly field: Field | undefined;
  readonly row: string | undefined;
  readonly value: string;
  readonly onInput: (value: string) => void;
};

function ValueField({ field, row, value, onInput }: ValueFieldProps) {
  const choices = row === undefined ? choicesOf(field) : optionsOf(field?.columns);
  if (!choices) {
    const input = field && fieldTypes[field.type].input;
    // Other input types refuse a part of an answer.
    const type = input === 'date' || input === 'time' ? input : 'text';
    return <TextField type={type} label={t('value')} hideLabel value={value} onInput={onInput} />;
  }
  return (
    <Select
      label={t('value')}
      hideLabel
      value={value}
      options={[{ value: '', label: '…' }, ...choices]}
      onInput={onInput}
    />
  );
}

function choicesOf(field: Field | undefined) {
  if (field?.type === 'checkbox')
    return [
      { value: 'true', label: t('yes') },
      { value: 'false', label: t('no') },
    ];
  if (field?.type === 'consent') return [{ value: 'true', label: t('yes') }];
  if (!field?.options || field.other) return undefined;
  return optionsOf(field.options);
}
