import { choiceLabel, choiceValue } from '../../../../../shared/domain/fields/field.ts';
import { Button } from '../../../parts/button.tsx';
import { Select } from '../../../parts/fields.tsx';
import { NumberField } from '../../../parts/more-fields.tsx';
import { useEditor } from '../context.ts';
import { comparableBefore, conditionOf, fieldsBefore, groupOf } from '../model/conditions.ts';
import { compact, type Field, type Formula } from '../model/draft.ts';
import {
  type Arithmetic,
  isNumeric,
  isScored,
  kindOf,
  kindsWith,
  ofKind,
  operations,
  type PartKind,
  scoreOf,
  withOperation,
} from '../model/formulas.ts';
import { t } from '../texts/t.ts';
import { nameOf } from '../wording.ts';
import { GroupInput } from './condition.tsx';

type Of<K extends string> = Extract<Formula, Readonly<Record<K, unknown>>>;
type PartProps<F extends Formula = Formula> = {
  readonly part: F;
  /** The ID of the calculated field. */
  readonly owner: string;
  readonly label: string;
  readonly onInput: (part: Formula) => void;
  readonly onRemove?: () => void;
};

/** Edits a part of a formula: its kind, then its inputs. */
export function FormulaInput(props: PartProps) {
  const { draft } = useEditor();
  const { part, owner, label, onInput, onRemove } = props;
  const before = fieldsBefore(draft, owner);
  const comparable = comparableBefore(draft, owner);
  const kind = kindOf(part);
  const kinds = [...new Set([...kindsWith(before, comparable.length > 0), kind])];
  return (
    <fieldset class="ed-group">
      <legend class="unseen">{label}</legend>
      <div class="ed-line">
        <Select
          label={label}
          hideLabel
          value={kind}
          options={kinds.map(value => ({ value, label: t(`part_${value}`) }))}
          onInput={(next: PartKind) => onInput(ofKind(next, part, before, comparable))}
        />
        {onRemove && <Button kind="quiet" size="small" icon="close" label={t('removePart')} onClick={onRemove} />}
      </div>
      <Inner {...props} />
    </fieldset>
  );
}

function Inner(props: PartProps) {
  const { part, onInput } = props;
  const { settle } = useEditor();
  if (typeof part === 'number') {
    return (
      <NumberField
        label={t('part_number')}
        hideLabel
        step="any"
        value={part}
        onInput={n => onInput(n ?? 0)}
        onBlur={settle}
      />
    );
  }
  if ('op' in part) return <Operation {...props} part={part} />;
  if ('if' in part) return <Either {...props} part={part} />;
  return 'score' in part ? <Score {...props} part={part} /> : <Answer {...props} part={part} />;
}

type PointedProps = { id: string; fields: readonly Field[]; onInput: (field: Field) => void };

function Pointed({ id, fields, onInput }: PointedProps) {
  const gone = fields.some(field => field.id === id) ? [] : [{ value: id, label: t('notBefore', { name: id }) }];
  return (
    <Select
      label={t('conditionField')}
      hideLabel
      value={id}
      options={[...gone, ...fields.map(field => ({ value: field.id, label: nameOf(field) }))]}
      onInput={next => {
        const field = fields.find(each => each.id === next);
        if (field) onInput(field);
      }}
    />
  );
}

const Missing = ({ value, onInput }: { value: number | undefined; onInput: (value: number | undefined) => void }) => (
  <NumberField label={t('else')} help={t('elseHelp')} step="any" value={value} onInput={onInput} />
);

function Answer({ part, owner, onInput }: PartProps<Of<'field'>>) {
  const { draft } = useEditor();
  const fields = fieldsBefore(draft, owner).filter(isNumeric);
  return (
    <>
      <Pointed id={part.field} fields={fields} onInput={({ id }) => onInput({ ...part, field: id })} />
      <Missing value={part.else} onInput={value => onInput(compact({ field: part.field, else: value }) as Formula)} />
    </>
  );
}

function Score({ part, owner, onInput }: PartProps<Of<'score'>>) {
  const { draft } = useEditor();
  const fields = fieldsBefore(draft, owner).filter(isScored);
  const field = fields.find(({ id }) => id === part.score);
  return (
    <>
      <Pointed id={part.score} fields={fields} onInput={next => onInput(scoreOf(next))} />
      <div class="ed-scores">
        {(field?.options ?? []).map(option => (
          <NumberField
            key={choiceValue(option)}
            label={choiceLabel(option)}
            step="any"
            value={part.values[choiceValue(option)] ?? 0}
            onInput={score => onInput({ ...part, values: { ...part.values, [choiceValue(option)]: score ?? 0 } })}
          />
        ))}
      </div>
      <Missing value={part.else} onInput={value => onInput(compact({ ...part, else: value }) as Formula)} />
    </>
  );
}

function Operation({ part, owner, onInput }: PartProps<Of<'op'>>) {
  const { op, args } = part;
  const isRound = op === 'round';
  return (
    <>
      <Select
        label={t('operation')}
        hideLabel
        value={op}
        options={operations.map(value => ({ value, label: t(`arithmetic_${value}`) }))}
        onInput={(next: Arithmetic) => onInput(withOperation(next, args))}
      />
      {args.map((arg, place) => (
        <FormulaInput
          key={place}
          part={arg}
          owner={owner}
          label={t(isRound && place === 1 ? 'digits' : 'partOf', { place: place + 1 })}
          onInput={next => onInput({ op, args: args.with(place, next) })}
          {...(args.length > 2 && { onRemove: () => onInput({ op, args: args.toSpliced(place, 1) }) })}
        />
      ))}
      {!isRound && (
        <Button size="small" kind="quiet" icon="plus" onClick={() => onInput({ op, args: [...args, 0] })}>
          {t('addPart')}
        </Button>
      )}
    </>
  );
}

function Either({ part, owner, onInput }: PartProps<Of<'if'>>) {
  const { draft } = useEditor();
  const set = (change: Partial<Of<'if'>>) => onInput({ ...part, ...change });
  return (
    <>
      <GroupInput
        group={groupOf(part.if)}
        before={comparableBefore(draft, owner)}
        depth={1}
        onInput={group => {
          const condition = conditionOf(group);
          if (condition) set({ if: condition });
        }}
        onRemove={() => onInput(part.else)}
      />
      <h3>{t('thenPart')}</h3>
      {/* biome-ignore lint/suspicious/noThenProperty: the name in the format of formulas */}
      <FormulaInput part={part.then} owner={owner} label={t('thenPart')} onInput={next => set({ then: next })} />
      <h3>{t('otherwise')}</h3>
      <FormulaInput part={part.else} owner={owner} label={t('otherwise')} onInput={next => set({ else: next })} />
    </>
  );
}
