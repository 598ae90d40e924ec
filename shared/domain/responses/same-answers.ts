import { isDeepStrictEqual } from 'node:util';

/** Whether two answers say the same: lists in their order, matrices in any. */
export const isSameAnswer = (one: unknown, other: unknown): boolean => isDeepStrictEqual(one, other);

/**
 * A body in a form that is the same for the same answers, whatever their order. What is nested more deeply than an answer
 * can be is left out: it is refused, however deep it goes.
 */
export const comparableAnswers = (body: object): unknown[] =>
  sorted(
    Object.entries(body).map(([id, answer]) => [id, Array.isArray(answer) ? answer.map(scalar) : comparable(answer)]),
  );

const comparable = (answer: unknown): unknown =>
  typeof answer === 'object' && answer !== null
    ? { rows: sorted(Object.entries(answer).map(([row, column]) => [row, scalar(column)])) }
    : answer;

const scalar = (value: unknown): unknown => (typeof value === 'object' ? null : value);

const sorted = (entries: [string, unknown][]): [string, unknown][] =>
  entries.sort(([one], [other]) => (one < other ? -1 : 1));
