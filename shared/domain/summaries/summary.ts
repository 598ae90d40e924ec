import type { Sums } from '../analytics/counted-spans.ts';
import { type Choice, type Field, type FieldType, pointsOf } from '../fields/field.ts';
import { fieldTypes, type SummaryKind } from '../fields/field-types.ts';
import type { FormWithHistory } from '../responses/policed-fields.ts';
import { completedCounter } from './answer-counters.ts';
import { type UnsummarizedReason, unsummarizedFields } from './answer-kinds.ts';
import { choiceCounts, isCell, matrixCounts, rankCounts } from './choice-summaries.ts';
import { meanOf, standardDeviationOf, sumOfLimbs, toNumber } from './exact-decimal.ts';
import { countsByField, type FieldCounts, noCounts } from './field-counts.ts';
import { type CountedRange, histogramOf, inOrder, medianOf, rangeOfCode } from './number-ranges.ts';
import { type SampledAnswer, textSample } from './text-samples.ts';

/** A field in a summary: a current or former one of the form. */
type SummarizedField = Partial<Pick<Field, 'options' | 'rows' | 'columns' | 'validate'>> & {
  readonly id: string;
  readonly label: string;
  readonly type: FieldType | null;
};

/** Some of the newest responses, whose text answers are shown. */
export type SummarySample = {
  /** The number of responses read. */
  readonly responses: number;
  /** Answers by field, newest first. */
  readonly texts: ReadonlyMap<string, readonly SampledAnswer[]>;
};

export type SummaryOptions = { readonly sample: SummarySample; readonly fieldId?: string };

/** Returns the summary of answers to a form's fields in order, then to former fields. */
export function summaryOf(stored: FormWithHistory, sums: Sums, { sample, fieldId }: SummaryOptions) {
  const counts = countsByField(sums);
  const unsummarized = unsummarizedFields(stored);
  const language = stored.form.language;
  return {
    responses: sums.get(completedCounter) ?? 0,
    sampled: sample.responses,
    fields: summarizedFields(stored, counts)
      .filter(({ id }) => fieldId === undefined || id === fieldId)
      .map(field => {
        const texts = sample.texts.get(field.id) ?? [];
        return summaryOfField(field, counts.get(field.id), unsummarized.get(field.id), { texts, language });
      }),
  };
}

export type Summary = ReturnType<typeof summaryOf>;
export type FieldSummary = Summary['fields'][number];

function summarizedFields(
  { form, retiredFields }: FormWithHistory,
  counts: ReadonlyMap<string, FieldCounts>,
): SummarizedField[] {
  const present = form.fields.filter(({ type }) => fieldTypes[type].summary !== 'none');
  const ids = new Set(form.fields.map(({ id }) => id));
  const former = retiredFields.filter(({ id }, index) => {
    const isFirst = retiredFields.findIndex(each => each.id === id) === index;
    return isFirst && !ids.has(id) && (counts.get(id)?.answered ?? 0) > 0;
  });
  return [
    ...present.map(field => ({ ...field, label: field.label?.trim() || field.id })),
    ...former.map(({ id, label }) => ({ id, label: label?.trim() || id, type: null })),
  ];
}

type TextSamples = { readonly texts: readonly SampledAnswer[]; readonly language: string | undefined };

/** Returns the summary of a field. `unsummarized` is why its answers are not counted; it then has only its label. */
function summaryOfField(
  field: SummarizedField,
  counts: FieldCounts = noCounts(),
  unsummarized: UnsummarizedReason | undefined,
  texts: TextSamples,
) {
  const { id: fieldId, label, type } = field;
  if (unsummarized) return { fieldId, label, type, kind: 'none' as const, answered: null, unsummarized };
  const kind = type === null ? kindCounted(counts) : fieldTypes[type].summary;
  return {
    ...{ fieldId, label, type, kind },
    answered: Math.max(counts.answered, 0),
    ...partsOf[kind](field, counts, texts),
  };
}

type SummaryParts = {
  choices?: ReturnType<typeof choiceCounts>;
  number?: ReturnType<typeof numberSummary>;
  points?: ReturnType<typeof pointsSummary>;
  ranking?: ReturnType<typeof rankCounts>;
  matrix?: ReturnType<typeof matrixCounts>;
  dates?: ReturnType<typeof dateCounts>;
  times?: ReturnType<typeof timeCounts>;
  files?: number;
  texts?: ReturnType<typeof textSample>;
};

const partsOf: Readonly<
  Record<SummaryKind, (field: SummarizedField, counts: FieldCounts, texts: TextSamples) => SummaryParts>
> = {
  option: (field, counts) => ({ choices: choiceCounts(counts, field.options ?? []) }),
  options: (field, counts) => ({ choices: choiceCounts(counts, field.options ?? []) }),
  boolean: ({ type }, counts) => ({ choices: choiceCounts(counts, type === 'consent' ? ['true'] : ['true', 'false']) }),
  points: (field, counts) => {
    const choices = choiceCounts(counts, pointChoices(field));
    return { choices, points: pointsSummary(choices, field) };
  },
  number: (_field, counts) => ({ number: numberSummary(counts) }),
  ranking: (field, counts) => ({ ranking: rankCounts(counts, field.options ?? []) }),
  matrix: (field, counts) => ({ matrix: matrixCounts(counts, field.rows ?? [], field.columns ?? []) }),
  date: (_field, counts) => ({ dates: dateCounts(counts) }),
  time: (_field, counts) => ({ times: timeCounts(counts) }),
  files: (_field, { values }) => ({ files: Math.max(toNumber(limbSum(values.sum)), 0) }),
  text: ({ type }, _counts, { texts, language }) => {
    const prose = type === 'text' || type === 'textarea' || type === null;
    return { texts: textSample(texts, { prose, language }) };
  },
  none: () => ({}),
};

/** Returns how the answers to a former field were counted. */
function kindCounted({ values: { chosen, ranks, range, sum } }: FieldCounts): SummaryKind {
  if (ranks.size > 0) return 'ranking';
  if (chosen.size > 0) return [...chosen.keys()].some(isCell) ? 'matrix' : 'options';
  if (range.size > 0) {
    if (sum.size > 0) return 'number';
    return [...range.keys()].some(key => key.length > 2) ? 'date' : 'time';
  }
  return sum.size > 0 ? 'files' : 'text';
}

function pointChoices({ type, validate }: SummarizedField): Choice[] {
  const { min, max } = pointsOf({ type: type ?? 'scale', validate });
  return Array.from({ length: max - min + 1 }, (_, index) => String(min + index));
}

function pointsSummary(choices: ReturnType<typeof choiceCounts>, { type, validate }: SummarizedField) {
  const points = choices.flatMap(({ value, count }) => (value === '' ? [] : [{ value: Number(value), count }]));
  const count = points.reduce((sum, each) => sum + each.count, 0);
  const sum = points.reduce((total, each) => total + each.value * each.count, 0);
  const { min, max } = pointsOf({ type: type ?? 'scale', validate });
  return {
    mean: count > 0 ? sum / count : null,
    ...(type === 'scale' && min === 0 && max === 10 && { nps: netPromoters(points, count) }),
  };
}

/**
 * Returns the net promoter score. Promoters gave 9 or 10, detractors 6 or less; the score is the difference of their
 * shares.
 */
function netPromoters(points: readonly { value: number; count: number }[], all: number) {
  const between = (low: number, high: number) =>
    points.filter(({ value }) => low <= value && value <= high).reduce((sum, { count }) => sum + count, 0);
  const [detractors, passives, promoters] = [between(0, 6), between(7, 8), between(9, 10)];
  const score = all > 0 ? Math.round(((promoters - detractors) / all) * 100) : null;
  return { score, promoters, passives, detractors };
}

const limbSum = (limbs: ReadonlyMap<string, number>) =>
  sumOfLimbs(new Map([...limbs].map(([place, limb]) => [Number(place), limb])));

function numberSummary({ values: { range, sum, squares } }: FieldCounts) {
  const ranges = inOrder(
    [...range].flatMap(([code, count]): CountedRange[] => {
      const read = rangeOfCode(code);
      return read && count > 0 ? [{ ...read, count }] : [];
    }),
  );
  // Includes the numbers without room in a range.
  const count = [...range.values()].reduce((all, each) => all + each, 0);
  if (count <= 0) return { sum: 0, mean: null, standardDeviation: null, median: null, histogram: [] };
  const [total, ofSquares] = [limbSum(sum), limbSum(squares)];
  return {
    sum: toNumber(total),
    mean: meanOf(total, count),
    standardDeviation: standardDeviationOf(total, ofSquares, count),
    median: medianOf(ranges) ?? null,
    histogram: histogramOf(ranges),
  };
}

/** The maximum number of days or months in a chart. Beyond that, it shows the next longer period. */
const datesMax = 62;

const dateUnits = [
  { unit: 'day', length: 10 },
  { unit: 'month', length: 7 },
  { unit: 'year', length: 4 },
] as const;

/**
 * Returns the number of dates on each day between the first and the last, or in each month or year if that is too long.
 */
function dateCounts({ values: { range } }: FieldCounts) {
  const counted = [...range].filter(([key, count]) => count > 0 && !Number.isNaN(Date.parse(key)));
  const shortest = Math.min(...counted.map(([key]) => key.length));
  const fits = dateUnits.map(({ unit, length }) => {
    const counts = sumByDate(counted, length);
    return { unit, length, counts, dates: datesBetween([...counts.keys()].sort()) };
  });
  const years = { unit: 'year' as const, counts: sumByDate(counted, 4), dates: undefined };
  const { unit, counts, dates } = fits.find(each => each.length <= shortest && each.dates !== undefined) ?? years;
  return { unit, counts: (dates ?? [...counts.keys()].sort()).map(date => ({ date, count: counts.get(date) ?? 0 })) };
}

function sumByDate(counted: readonly [string, number][], length: number): Map<string, number> {
  const counts = new Map<string, number>();
  for (const [key, count] of counted) {
    const date = key.slice(0, length);
    counts.set(date, (counts.get(date) ?? 0) + count);
  }
  return counts;
}

/** Returns every date from the first to the last, or undefined when there are too many. */
function datesBetween(dates: readonly string[]): string[] | undefined {
  const last = dates.at(-1) ?? '';
  const all: string[] = [];
  for (let date = dates.at(0) ?? '~'; date <= last; date = dateAfter(date)) {
    if (all.push(date) > datesMax) return undefined;
  }
  return all;
}

/** Returns the next day, month or year. */
function dateAfter(text: string): string {
  const date = new Date(text);
  if (text.length === 10) date.setUTCDate(date.getUTCDate() + 1);
  else if (text.length === 7) date.setUTCMonth(date.getUTCMonth() + 1);
  else date.setUTCFullYear(date.getUTCFullYear() + 1);
  return date.toISOString().slice(0, text.length);
}

/** Returns the number of times in each hour of the day. */
const timeCounts = ({ values: { range } }: FieldCounts) =>
  Array.from({ length: 24 }, (_, hour) => ({
    hour,
    count: Math.max(range.get(String(hour).padStart(2, '0')) ?? 0, 0),
  }));
