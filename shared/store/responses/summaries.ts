import { type Sums, sumsBetween } from '../../domain/analytics/counted-spans.ts';
import { fieldTypes } from '../../domain/fields/field-types.ts';
import { expiredBefore } from '../../domain/forms/retention.ts';
import { kindedAnswers, unsummarizedFields } from '../../domain/summaries/answer-kinds.ts';
import type { SummarySample } from '../../domain/summaries/summary.ts';
import type { SampledAnswer } from '../../domain/summaries/text-samples.ts';
import { quarterMs } from '../../domain/time/quarters.ts';
import { timeKey } from '../../ids.ts';
import { readCounters } from '../counters/read-counters.ts';
import { responseTimeline, type StoredForm } from '../forms/forms.ts';
import { answersScope } from '../keys.ts';
import type { Item } from '../table.ts';
import { readTimeline, wholeSpan } from '../timeline.ts';
import { withAnswers } from './moved-answers.ts';
import { fromItem } from './responses.ts';

/** Milliseconds since the epoch, at a quarter hour. Without it there is no bound. */
export type SummaryPeriod = { readonly from?: number; readonly to?: number };

/**
 * Returns the counts of the answers to a form, for the responses that exist. It only reads counters.
 *
 * @param now ms since the epoch
 */
export async function readAnswerSums(stored: StoredForm, period: SummaryPeriod, now = Date.now()): Promise<Sums> {
  const start = Math.ceil(Math.max(period.from ?? 0, expiredBefore(stored, now) ?? 0) / quarterMs) * quarterMs;
  const end = Math.min(period.to ?? Number.POSITIVE_INFINITY, (Math.floor(now / quarterMs) + 1) * quarterMs);
  if (start >= end) return new Map();
  const spans = await readCounters(answersScope(stored.form.id), [start, end], { fields: true, now });
  return sumsBetween(spans, start, end);
}

/** The number of responses that are read for their text answers: about 6 read units for a usual form. */
const sampleMax = 50;

/** Returns the text answers of the newest completed responses. */
export async function readTextSample(
  stored: StoredForm,
  { from = 0, to }: SummaryPeriod,
  fieldId?: string,
): Promise<SummarySample> {
  const isWanted = ({ id }: { id: string }) => fieldId === undefined || id === fieldId;
  if (!mayHaveTexts(stored, isWanted)) return { responses: 0, texts: new Map() };
  const unsummarized = unsummarizedFields(stored);
  const items = await newestRows(stored, { from: Math.max(from, expiredBefore(stored, Date.now()) ?? 0), to });
  const answered = await withAnswers(items.filter(({ status }) => status === 'completed'));
  const completed = answered.filter(item => item !== undefined && !item.answersFault) as Item[];
  const texts = completed
    .flatMap(item => textsOf(item, stored))
    .filter(({ id }) => isWanted({ id }) && !unsummarized.has(id));
  return { responses: completed.length, texts: Map.groupBy(texts, ({ id }) => id) };
}

function textsOf(item: Item, { form }: StoredForm): (SampledAnswer & { id: string })[] {
  const { id: responseId, submittedAt, answers } = fromItem(item, form);
  return kindedAnswers(answers, String(item.kinds ?? ''))
    .filter(({ kind }) => kind === 'text')
    .map(({ id, answer }) => ({ id, responseId, submittedAt, answer: String(answer) }));
}

const mayHaveTexts = ({ form, retiredFields }: StoredForm, isWanted: (field: { id: string }) => boolean): boolean =>
  [...form.fields, ...retiredFields]
    .filter(isWanted)
    .some(({ type }) => type === undefined || fieldTypes[type].summary === 'text');

async function newestRows(stored: StoredForm, { from = 0, to }: SummaryPeriod): Promise<Item[]> {
  const span = { low: timeKey(from), high: to === undefined ? wholeSpan.high : timeKey(to) };
  const timeline = { ...responseTimeline(stored, 'response'), consistent: false };
  const items: Item[] = [];
  for await (const item of readTimeline(timeline, { order: 'desc', span, expected: sampleMax })) {
    if (items.push(item) === sampleMax) break;
  }
  return items;
}
