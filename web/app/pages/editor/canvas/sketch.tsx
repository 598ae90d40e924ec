import type { ComponentChildren } from 'preact';
import { choiceLabel, choiceValue, pointsOf } from '../../../../../shared/domain/fields/field.ts';
import type { Choice, Field, FieldType } from '../model/draft.ts';
import { t } from '../texts/t.ts';
import { Options } from './options.tsx';

const shownMax = 5;

/** A small sketch of a field's control. */
export function Sketch(props: SketchProps) {
  const Shown = sketches[props.field.type];
  return <Shown {...props} />;
}

type SketchProps = {
  readonly field: Field;
  /** The formula in words, of a calculation. */
  readonly formula: string | undefined;
};

const CalculatedSketch = ({ formula }: SketchProps) => <p class="ed-formula">= {formula}</p>;

const Words = ({ field: { text } }: SketchProps) => <p class="ed-text">{text}</p>;

const Matrix = ({ field: { rows = [], columns = [] } }: SketchProps) => (
  <Lines choices={rows} mark="row" more={columns.map(choiceLabel).join(' · ')} />
);

const Hidden = ({ field: { query, id } }: SketchProps) => <div class="ed-box">?{query ?? id}=</div>;

const Box = ({ field: { type, placeholder } }: SketchProps) => <div class={`ed-box ${type}`}>{placeholder}</div>;

const sketches: Readonly<Record<FieldType, (props: SketchProps) => ComponentChildren>> = {
  ...{ text: Box, email: Box, textarea: Box, phone: Box, url: Box, number: Box, currency: Box, date: Box, time: Box },
  file: Box,
  calculated: CalculatedSketch,
  statement: Words,
  consent: Words,
  page: () => null,
  checkbox: () => null,
  rating: Points,
  scale: Points,
  matrix: Matrix,
  select: Options,
  radio: Options,
  multiselect: Options,
  ranking: Options,
  hidden: Hidden,
};

type LinesProps = { choices: readonly Choice[]; mark: string; more?: string };

function Lines({ choices, mark, more }: LinesProps) {
  const rest = choices.length - shownMax;
  return (
    <ul class={`ed-lines ${mark}`}>
      {choices.slice(0, shownMax).map(choice => (
        <li key={choiceValue(choice)}>{choiceLabel(choice)}</li>
      ))}
      {rest > 0 && <li class="rest">{t('moreChoices', { count: rest })}</li>}
      {more && <li class="rest">{more}</li>}
    </ul>
  );
}

function Points({ field }: SketchProps) {
  const { min, max } = pointsOf(field);
  const points = Array.from({ length: Math.max(0, max - min + 1) }, (_, index) => min + index);
  return (
    <div class={`ed-points ${field.type}`}>
      {points.map(point => (
        <span key={point}>{field.type === 'rating' ? '★' : point}</span>
      ))}
      {(field.lowLabel || field.highLabel) && (
        <small>
          {field.lowLabel} – {field.highLabel}
        </small>
      )}
    </div>
  );
}
