import { percentage } from '../analytics/percentage.ts';
import { type Choice, choiceLabel, choiceValue } from '../fields/field.ts';
import { noRoom, otherChoice, valueKey, valueOfKey } from './answer-counters.ts';
import type { FieldCounts } from './field-counts.ts';

/** How often a value was chosen. */
export type ChoiceCount = {
  /** The value; empty for free texts. */
  readonly value: string;
  readonly label: string;
  readonly count: number;
  /** The percentage of responses with an answer. */
  readonly share: number;
  /** `former` is no longer an option. `other` covers free texts, and values without room. */
  readonly kind: 'option' | 'former' | 'other';
  /** The option's limit, and the places left. */
  readonly limit?: number;
  readonly left?: number;
};

/** Returns every option in the order of the form, then former ones, most frequent first, then free texts. */
export function choiceCounts({ answered, values: { chosen } }: FieldCounts, options: readonly Choice[]): ChoiceCount[] {
  const shown = (value: string, label: string, count: number, kind: ChoiceCount['kind']): ChoiceCount => ({
    ...{ value, label, count },
    ...{ share: percentage(count, answered), kind },
  });
  const current = options.map(option => {
    const value = choiceValue(option);
    return shown(value, choiceLabel(option), chosen.get(valueKey(value)) ?? 0, 'option');
  });
  const known = new Set([...options.map(option => valueKey(choiceValue(option))), otherChoice, noRoom]);
  const former = [...chosen]
    .filter(([key, count]) => !known.has(key) && count > 0)
    .map(([key, count]) => shown(valueOfKey(key), valueOfKey(key), count, 'former'))
    .sort((one, other) => other.count - one.count);
  const others = (chosen.get(otherChoice) ?? 0) + (chosen.get(noRoom) ?? 0);
  return [...current, ...former, ...(others > 0 ? [shown('', '', others, 'other')] : [])];
}

/** Returns the mean rank of each option, best first. Options that nobody ranked come last. */
export function rankCounts({ values: { chosen, ranks } }: FieldCounts, options: readonly Choice[]) {
  const current = options.map(option => [valueKey(choiceValue(option)), choiceLabel(option)] as const);
  const keys = new Set(current.map(([key]) => key));
  const former = [...chosen.keys()].filter(key => !keys.has(key)).map(key => [key, valueOfKey(key)] as const);
  return [...current, ...former]
    .map(([key, label]) => {
      const count = chosen.get(key) ?? 0;
      return {
        ...{ value: valueOfKey(key), label, count },
        meanRank: count > 0 ? (ranks.get(key) ?? 0) / count : null,
      };
    })
    .filter(({ value, count }) => count > 0 || keys.has(valueKey(value)))
    .sort((one, other) => (one.meanRank ?? Number.POSITIVE_INFINITY) - (other.meanRank ?? Number.POSITIVE_INFINITY));
}

/**
 * Returns how often each column was chosen in each row of a matrix. Former rows and columns come after those of the
 * form.
 */
export function matrixCounts({ values: { chosen } }: FieldCounts, rows: readonly Choice[], columns: readonly Choice[]) {
  const cells = [...chosen].flatMap(([key, count]) => {
    const [row, column] = key.split('=');
    return column !== undefined && row !== undefined && count > 0 ? [{ row, column }] : [];
  });
  const [allRows, allColumns] = [
    withFormer(
      rows,
      cells.map(({ row }) => row),
    ),
    withFormer(
      columns,
      cells.map(({ column }) => column),
    ),
  ];
  return {
    rows: allRows.map(shownPart),
    columns: allColumns.map(shownPart),
    counts: allRows.map(row => allColumns.map(column => chosen.get(`${row.key}=${column.key}`) ?? 0)),
  };
}

type ChoicePart = { key: string; value: string; label: string };

function withFormer(choices: readonly Choice[], counted: readonly string[]): ChoicePart[] {
  const current = choices.map(choice => {
    const value = choiceValue(choice);
    return { key: valueKey(value), value, label: choiceLabel(choice) };
  });
  const known = new Set(current.map(({ key }) => key));
  const former = [...new Set(counted)].filter(key => !known.has(key));
  return [...current, ...former.map(key => ({ key, value: valueOfKey(key), label: valueOfKey(key) }))];
}

const shownPart = ({ value, label }: ChoicePart) => ({ value, label });

/** Whether the choices of a field are cells of a matrix. */
export const isCell = (key: string): boolean => key.includes('=');
