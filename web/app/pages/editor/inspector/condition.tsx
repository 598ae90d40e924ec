import { Button } from '../../../parts/button.tsx';
import { Select } from '../../../parts/fields.tsx';
import { useEditor } from '../context.ts';
import {
  type Comparison,
  type ConditionPart,
  comparesWith,
  comparisonOf,
  depthMax,
  type Group,
  isGroup,
  type Mode,
  type Operator,
  operatorsOf,
  withOperator,
} from '../model/conditions.ts';
import type { Field } from '../model/draft.ts';
import { t } from '../texts/t.ts';
import { nameOf } from '../wording.ts';
import { SeveralInput, ValueInput } from './value-input.tsx';

type GroupProps = {
  readonly group: Group;
  /** The fields that a comparison can name. */
  readonly before: readonly Field[];
  readonly depth: number;
  readonly onInput: (group: Group) => void;
  readonly onRemove: () => void;
};

const modes: readonly Mode[] = ['all', 'any', 'none', 'notAll'];

/** Edits comparisons and groups of them: all, any or none must be true. */
export function GroupInput({ group, before, depth, onInput, onRemove }: GroupProps) {
  const { mode, parts } = group;
  const last = before.at(-1);
  const change = (place: number, part: ConditionPart) => onInput({ mode, parts: parts.with(place, part) });
  const remove = (place: number) =>
    parts.length === 1 ? onRemove() : onInput({ mode, parts: parts.toSpliced(place, 1) });
  const add = (part: ConditionPart) => onInput({ mode, parts: [...parts, part] });
  return (
    <fieldset class="ed-group">
      <legend class="unseen">{t('group')}</legend>
      <Select
        label={t('mode')}
        hideLabel
        value={mode}
        options={modes.map(value => ({ value, label: t(`mode_${value}`) }))}
        onInput={(next: Mode) => onInput({ mode: next, parts })}
      />
      {parts.map((part, place) =>
        isGroup(part) ? (
          <GroupInput
            key={place}
            group={part}
            before={before}
            depth={depth + 1}
            onInput={next => change(place, next)}
            onRemove={() => remove(place)}
          />
        ) : (
          <ComparisonInput
            key={place}
            comparison={part}
            before={before}
            onInput={next => change(place, next)}
            onRemove={() => remove(place)}
          />
        ),
      )}
      {last && (
        <div class="actions">
          <Button size="small" kind="quiet" icon="plus" onClick={() => add(comparisonOf(last))}>
            {t('addCondition')}
          </Button>
          {depth * 2 < depthMax && (
            <Button
              size="small"
              kind="quiet"
              icon="plus"
              onClick={() =>
                add({ mode: mode === 'any' ? 'all' : 'any', parts: [comparisonOf(last), comparisonOf(last)] })
              }
            >
              {t('addGroup')}
            </Button>
          )}
        </div>
      )}
    </fieldset>
  );
}

type ComparisonProps = {
  readonly comparison: Comparison;
  readonly before: readonly Field[];
  readonly onInput: (comparison: Comparison) => void;
  readonly onRemove: () => void;
};

function ComparisonInput({ comparison, before, onInput, onRemove }: ComparisonProps) {
  const { settle } = useEditor();
  const { field: id, op, value } = comparison;
  const field = before.find(each => each.id === id);
  const gone = field ? [] : [{ value: id, label: t('notBefore', { name: id }) }];
  const point = (next: string) => {
    const chosen = before.find(each => each.id === next);
    if (chosen) onInput(comparisonOf(chosen));
  };
  return (
    <div class="ed-comparison">
      <div class="ed-line">
        <Select
          label={t('conditionField')}
          hideLabel
          value={id}
          options={[...gone, ...before.map(each => ({ value: each.id, label: nameOf(each) }))]}
          onInput={point}
        />
        <Button kind="quiet" size="small" icon="close" label={t('removeCondition')} onClick={onRemove} />
      </div>
      {field && (
        <Select
          label={t('conditionOp')}
          hideLabel
          value={op}
          options={operatorsOf(field).map(each => ({ value: each, label: t(`op_${each}`) }))}
          onInput={(next: Operator) => onInput(withOperator(comparison, next, field))}
        />
      )}
      {field && comparesWith(op) === 'several' && (
        <SeveralInput
          field={field}
          legend={t('conditionValue')}
          hideLegend
          values={[value].flat().map(String)}
          onInput={values => onInput({ field: id, op, value: values })}
        />
      )}
      {field && comparesWith(op) === 'one' && (
        <ValueInput
          field={field}
          label={t('conditionValue')}
          hideLabel
          value={value}
          onInput={next => onInput({ field: id, op, value: (next ?? '') as string })}
          onBlur={settle}
        />
      )}
    </div>
  );
}
