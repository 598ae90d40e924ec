import { isDeepStrictEqual } from 'node:util';

/** Whether two answers are equal: lists in order, matrices in any order. */
export const isSameAnswer = (one: unknown, other: unknown): boolean => isDeepStrictEqual(one, other);

/**
 * Returns a body in a form that is the same for the same answers, whatever their order. Values nested more deeply than
 * an answer are left out, because they are refused anyway.
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
