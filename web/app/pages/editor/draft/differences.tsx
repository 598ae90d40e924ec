import { type Difference, isSame } from '../../../../../shared/domain/forms/form-changes.ts';
import { isObject } from '../../../../../shared/json.ts';
import { Badge } from '../../../parts/feedback.tsx';
import type { Draft } from '../model/draft.ts';
import { t } from '../texts/t.ts';
import { nameOf, nameOfDifference } from '../wording.ts';

type DifferencesProps = {
  readonly differences: readonly Difference[];
  /** The forms to compare, with their names. Without them, only the names of what differs are shown. */
  readonly sides?: readonly [Side, Side];
};
type Side = { readonly label: string; readonly form: Draft };

/** What differs between two forms, with both sides of it. */
export const Differences = ({ differences, sides }: DifferencesProps) => (
  <ul class="ed-differences">
    {differences.map(difference => (
      <li key={`${difference.kind} ${difference.name}`}>
        <span>{nameOfDifference(difference)}</span>
        <Badge>{t(`difference_${difference.kind}`)}</Badge>
        {difference.clashes && <Badge tone="amber">{t('clashes')}</Badge>}
        {sides && <Sides difference={difference} sides={sides} />}
      </li>
    ))}
  </ul>
);

function Sides({ difference, sides }: { difference: Difference; sides: readonly [Side, Side] }) {
  const [one, other] = sides.map(({ form }) => partOf(form, difference));
  const parts = isObject(one) && isObject(other) ? partsThatDiffer(one, other) : [['', one, other] as const];
  return (
    <dl>
      {parts.map(([name, ...values]) =>
        sides.map(({ label }, index) => (
          <div key={`${name} ${label}`}>
            <dt>
              {label}
              {name && ` · ${name}`}
            </dt>
            <dd dir="auto">{shown(values[index])}</dd>
          </div>
        )),
      )}
    </dl>
  );
}

/** Returns the part of a form that a difference is about. */
function partOf(form: Draft, { kind, name }: Difference): unknown {
  if (kind === 'moved') return form.fields.map(nameOf);
  return kind === 'setting' ? form[name as keyof Draft] : form.fields.find(({ id }) => id === name);
}

const partsThatDiffer = (one: Readonly<Record<string, unknown>>, other: Readonly<Record<string, unknown>>) =>
  [...new Set([...Object.keys(one), ...Object.keys(other)])]
    .filter(name => !isSame(one[name], other[name]))
    .map(name => [name, one[name], other[name]] as const);

const shownMax = 200;

/** Returns a value as a short text. */
function shown(value: unknown): string {
  if (value === undefined || value === '') return '—';
  const text = Array.isArray(value) ? value.map(shownItem).join(', ') : shownItem(value);
  return text.length > shownMax ? `${text.slice(0, shownMax)}…` : text;
}

function shownItem(value: unknown): string {
  if (!isObject(value)) return typeof value === 'string' ? value : JSON.stringify(value);
  if (typeof value.label === 'string') return value.label;
  return JSON.stringify(value);
}
