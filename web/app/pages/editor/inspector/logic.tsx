import { fieldTypes } from '../../../../../shared/domain/fields/field-types.ts';
import { Button } from '../../../parts/button.tsx';
import { Notice } from '../../../parts/feedback.tsx';
import { useEditor } from '../context.ts';
import { comparableBefore, comparisonOf, conditionOf, groupOf } from '../model/conditions.ts';
import type { Condition, Field, Formula } from '../model/draft.ts';
import { changedField } from '../model/fields.ts';
import { asCompute, namingsOf } from '../model/references.ts';
import { t } from '../texts/t.ts';
import { nameOf } from '../wording.ts';
import { GroupInput } from './condition.tsx';
import { faultAt } from './fault-text.ts';
import { FormulaInput } from './formula.tsx';
import { FormulaLine, FormulaTest } from './formula-test.tsx';
import { InspectorSection } from './inspector-section.tsx';

/** Edits when a field is shown or required, and its calculation, which use earlier fields. */
export function Logic({ field }: { field: Field }) {
  const { draft } = useEditor();
  const { id, type, visibleIf, requiredIf } = field;
  const names = new Set(namingsOf(draft.fields, id).map(naming => naming.id));
  const dependents = draft.fields.filter(each => names.has(each.id));
  const isAnswered = fieldTypes[type].properties.includes('required');
  return (
    <>
      {type === 'calculated' && (
        <InspectorSection title={t('calculation')}>
          <Calculation field={field} />
        </InspectorSection>
      )}
      <InspectorSection title={t('logic')} closed={!visibleIf && !requiredIf && dependents.length === 0}>
        <ConditionInput field={field} by="visibleIf" />
        {isAnswered && <ConditionInput field={field} by="requiredIf" />}
        {dependents.length > 0 && (
          <p class="help">{t('namedBy', { names: dependents.map(nameOf).join(', '), count: dependents.length })}</p>
        )}
      </InspectorSection>
    </>
  );
}

function ConditionInput({ field, by }: { field: Field; by: 'visibleIf' | 'requiredIf' }) {
  const { act, draft, faults } = useEditor();
  const { id } = field;
  const before = comparableBefore(draft, id);
  const condition = field[by] as Condition | undefined;
  const set = (next: Condition | undefined) => act(present => changedField(present, id, { [by]: next }), `${by} ${id}`);
  const last = before.at(-1);
  const fault = faultAt(faults, id, by);
  return (
    <section class="ed-condition" aria-label={t(by)}>
      <h3>{t(by)}</h3>
      {condition ? (
        <GroupInput
          group={groupOf(condition)}
          before={before}
          depth={1}
          onInput={group => set(conditionOf(group))}
          onRemove={() => set(undefined)}
        />
      ) : (
        <div class="actions">
          <span class="help">{t(`${by}_never`)}</span>
          <Button size="small" icon="plus" disabled={!last} onClick={() => last && set(comparisonOf(last))}>
            {t('addCondition')}
          </Button>
        </div>
      )}
      {!condition && !last && <p class="help">{t('nothingBefore')}</p>}
      {fault && <Notice tone="red">{fault}</Notice>}
    </section>
  );
}

function Calculation({ field }: { field: Field }) {
  const { id, compute } = field;
  const { act, draft, faults } = useEditor();
  const formula = (compute ?? 0) as Formula;
  const fault = faultAt(faults, id, 'compute');
  const set = (next: Formula) =>
    act(present => changedField(present, id, { compute: asCompute(next) as Field['compute'] }), `compute ${id}`);
  return (
    <>
      <FormulaLine formula={formula} fields={draft.fields} />
      <FormulaInput part={formula} owner={id} label={t('result')} onInput={set} />
      <FormulaTest field={field} />
      {fault && <Notice tone="red">{fault}</Notice>}
    </>
  );
}
