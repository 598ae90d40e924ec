import type { StoredAnswers } from '../responses/stored-answers.ts';
import { type KindedAnswer, kindedAnswers } from './answer-kinds.ts';
import { type Limbs, limbsOf, limbsOfSquare } from './exact-decimal.ts';
import { rangeCode } from './number-ranges.ts';

/** The counters of a field's answers. */
const letters = {
  /** Responses with an answer. */
  answered: 't',
  /** Responses with this choice; for a matrix, row and column. */
  chosen: 'o',
  /** The sum of the ranks that an option was given. */
  ranks: 'r',
  /** Numbers in a range, days, hours. */
  range: 'h',
  /** Parts of the sum of numbers, and of their squares. */
  sum: 's',
  squares: 'q',
} as const;

export type AnswerCount = keyof typeof letters;

/** The counter of completed responses. */
export const completedCounter = 'c';

/** The value under which free texts are counted. No option is empty. */
export const otherChoice = '';

/** The value for all that a counter has no room for. */
export const noRoom = '*';

/** Returns a name such as `o:city:Berlin`. */
const answerCounter = (count: AnswerCount, fieldId: string, value?: string): string =>
  [letters[count], fieldId, ...(value === undefined ? [] : [value])].join(':');

const countOfLetter = new Map(Object.entries(letters).map(([count, letter]) => [letter as string, count]));

/** Returns what a counter counts, or undefined when it is not a counter of answers. */
export function readAnswerCounter(
  name: string,
): { count: AnswerCount; fieldId: string; value: string | undefined } | undefined {
  const [letter = '', fieldId, value] = name.split(':');
  const count = countOfLetter.get(letter) as AnswerCount | undefined;
  return count && fieldId !== undefined ? { count, fieldId, value } : undefined;
}

/** The maximum size of a value in the name of a counter, in bytes. */
const valueBytesMax = 80;
const startLength = 40;

/** Returns a value for the name of a counter: without colons, and a long one as its beginning and a hash. */
export function valueKey(value: string): string {
  const escaped = value.replace(/[%:=]/g, sign => encodeURIComponent(sign));
  if (value !== noRoom && new TextEncoder().encode(escaped).length <= valueBytesMax) return escaped;
  const start = [...value].slice(0, startLength).join('');
  return `${start.replace(/[%:=]/g, sign => encodeURIComponent(sign))}…${hashOf(value)}`;
}

/** Returns the value in a name, or the beginning of a long one. */
export const valueOfKey = (key: string): string =>
  key.replace(/…[0-9a-f]{14}$/, '…').replace(/%(25|3A|3D)/g, code => decodeURIComponent(code));

/** Returns the name of a row's answer in a matrix. */
const cellKey = (row: string, column: string): string => `${valueKey(row)}=${valueKey(column)}`;

/** Returns 56 bits of FNV-1a. Pages count too, and have no built-in hash. */
function hashOf(text: string): string {
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(text)) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  return (hash >> 8n).toString(16).padStart(14, '0');
}

/** Returns what a completed response adds to the counters, by the kinds that its answers were stored with. */
export function countersOfAnswers(answers: StoredAnswers, kinds: string): Map<string, number> {
  const counters = new Map([[completedCounter, 1]]);
  const add = (count: AnswerCount, id: string, value?: string, by = 1) => {
    const name = answerCounter(count, id, value);
    counters.set(name, (counters.get(name) ?? 0) + by);
  };
  for (const each of kindedAnswers(answers, kinds)) {
    add('answered', each.id);
    addAnswer(each, add);
  }
  return counters;
}

type Add = (count: AnswerCount, id: string, value?: string, by?: number) => void;

function addAnswer({ id, kind, answer, other }: KindedAnswer, add: Add): void {
  const addLimbs = (count: 'sum' | 'squares', limbs: Limbs) => {
    for (const [place, limb] of limbs) add(count, id, String(place), limb);
  };
  const key = (choice: string) => (choice === other ? otherChoice : valueKey(choice));
  switch (kind) {
    case 'option':
    case 'options':
    case 'points':
    case 'boolean':
      for (const choice of [answer].flat()) add('chosen', id, key(String(choice)));
      return;
    case 'ranking':
      for (const [index, option] of (answer as string[]).entries()) {
        add('chosen', id, valueKey(option));
        add('ranks', id, valueKey(option), index + 1);
      }
      return;
    case 'matrix':
      for (const [row, column] of Object.entries(answer as Record<string, string>)) {
        add('chosen', id, cellKey(row, column));
      }
      return;
    case 'number':
      add('range', id, rangeCode(answer as number));
      addLimbs('sum', limbsOf(answer as number));
      addLimbs('squares', limbsOfSquare(answer as number));
      return;
    case 'date':
      add('range', id, valueKey(String(answer).slice(0, 10)));
      return;
    case 'time':
      add('range', id, valueKey(String(answer).slice(0, 2)));
      return;
    case 'files':
      addLimbs('sum', limbsOf([answer].flat().length));
      return;
    case 'text':
    case 'none':
  }
}

/**
 * Returns the counter for values without room in a counter of answers: a month for a day, a year for a month, and
 * finally one for all the rest. Sums and counts of answers always have room.
 */
export function coarserCounter(name: string): string | undefined {
  const read = readAnswerCounter(name);
  if (!read || read.value === undefined || read.count === 'sum' || read.count === 'squares') return undefined;
  if (read.value === noRoom) return undefined;
  const [, shorter] = read.count === 'range' ? (/^(\d{4}(?:-\d\d)?)-\d\d$/.exec(read.value) ?? []) : [];
  return answerCounter(read.count, read.fieldId, shorter ?? noRoom);
}

/** Whether a counter has values without room elsewhere, so that it cannot be compared with others. */
export function isCoarse(name: string): boolean {
  const { count, value } = readAnswerCounter(name) ?? {};
  return value === noRoom || (count === 'range' && /^\d{4}(-\d\d)?$/.test(value ?? ''));
}
