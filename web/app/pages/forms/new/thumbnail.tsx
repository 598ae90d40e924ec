import { choiceLabel, type Field, type FieldType, pointsOf } from '../../../../../shared/domain/fields/field.ts';
import type { Template } from './template-dialog.tsx';

const lines = 5;
const height = 22;

/** A small picture of a form, drawn from its first questions. */
export const Thumbnail = ({ form: { title, fields } }: Pick<Template, 'form'>) => (
  <svg class="thumbnail" viewBox="0 0 160 136" aria-hidden="true">
    <text x="10" y="18" class="title">
      {title}
    </text>
    {fields
      .filter(({ type }) => type !== 'hidden')
      .slice(0, lines)
      .map((field, index) => (
        <g key={field.id} transform={`translate(10 ${32 + index * height})`}>
          <text>{field.label ?? field.text ?? ''}</text>
          {controls[field.type](field)}
        </g>
      ))}
  </svg>
);

const box = () => <rect y="4" width="140" height="10" rx="2" />;

const marks = (radius: number) => (field: Field) =>
  (field.options ?? []).slice(0, 3).map((option, index) => (
    <g key={choiceLabel(option)} transform={`translate(${index * 47} 4)`}>
      <rect width="7" height="7" rx={radius} y="1" />
      <text x="10" y="7">
        {choiceLabel(option).slice(0, 10)}
      </text>
    </g>
  ));

const points = (field: Field) => {
  const { min, max } = pointsOf(field);
  const count = max - min + 1;
  return Array.from({ length: count }, (_, index) => (
    <rect key={index} x={(index * 140) / count} y="4" width={140 / count - 3} height="10" rx="2" />
  ));
};

const nothing = () => null;

const controls: Readonly<Record<FieldType, (field: Field) => unknown>> = {
  ...{ text: box, textarea: box, email: box, phone: box, url: box, number: box, currency: box, date: box, time: box },
  ...{ select: box, file: box, calculated: box, ranking: box, matrix: box },
  ...{ radio: marks(3.5), multiselect: marks(1) },
  checkbox: () => <rect y="4" width="9" height="9" rx="1" />,
  consent: () => <rect y="4" width="9" height="9" rx="1" />,
  rating: points,
  scale: points,
  ...{ statement: nothing, page: nothing, hidden: nothing },
};
