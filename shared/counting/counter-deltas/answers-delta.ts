import type { StoredAnswers } from '../../domain/responses/stored-answers.ts';
import { countersOfAnswers } from '../../domain/summaries/answer-counters.ts';
import { answersScope } from '../../store/keys.ts';
import { parseObject } from '../../store/report-unreadable.ts';
import type { Addition, Image } from './counter-delta.ts';

/**
 * Returns the effect of a response's change on the summary of its form. A summary covers the completed responses that
 * exist, so the response's earlier counts are subtracted, and its new ones added.
 *
 * @param time when it was submitted
 */
export function answerAdditions(form: string, time: number, before?: Image, after?: Image): Addition[] {
  if (before?.answers === after?.answers && before?.kinds === after?.kinds && before?.status === after?.status)
    return [];
  const sums = new Map(countedAnswers(after));
  for (const [name, by] of countedAnswers(before)) sums.set(name, (sums.get(name) ?? 0) - by);
  return [...sums].flatMap(([name, by]) => (by === 0 ? [] : [{ scope: answersScope(form), time, name, by }]));
}

/**
 * Returns what a response counts in the summary. One that was stored before summaries existed has no kinds, and counts
 * nothing.
 */
export function countedAnswers({ status, answers, kinds }: Image = {}): ReadonlyMap<string, number> {
  if (status !== 'completed' || answers === undefined || kinds === undefined) return new Map();
  const read = parseObject<StoredAnswers>(answers);
  return read ? countersOfAnswers(read, kinds) : new Map();
}
