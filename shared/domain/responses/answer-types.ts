import { fileAddress } from '../../ids.ts';
import { isDate } from '../calendar.ts';
import { isEmail, isEmailBeyondAscii } from '../email-address.ts';
import { type Field, type FieldType, maxLengthOf } from '../fields/field.ts';
import { patternOf } from '../forms/patterns.ts';
import { atMost } from '../parts-of-text.ts';

const rulesOfText = [
  'singleLine',
  'characters',
  'minLength',
  'maxLength',
  'pattern',
  'email',
  'options',
  'date',
  'file',
] as const;
/** The rules that an answer can break. */
export const answerRules = ['required', 'type', ...rulesOfText, 'min', 'max', 'precision'] as const;

/** The rule an answer breaks, and what would be right. Never the answer itself. */
export type Breach = { readonly rule: (typeof answerRules)[number]; readonly message: string };

export type Answer = string | number;

/** What is wrong with an answer to a field; nothing when it is fine. The time is linear in the answer. */
export function breachesOf(field: Field, answer: unknown): Breach[] {
  if (field.type === 'number') {
    if (typeof answer === 'number') return breachesOfNumber(field, answer);
  } else if (typeof answer === 'string') return checksOfType[field.type](field, answer);
  return [{ rule: 'type', message: `${typeInWords[field.type]}; ${inWords(answer)} was sent` }];
}

const typeInWords: Readonly<Record<FieldType, string>> = {
  text: 'Must be a string',
  textarea: 'Must be a string',
  email: 'Must be a string with an e-mail address',
  select: 'Must be a string, one of the options',
  number: 'Must be a JSON number, without quotation marks',
  date: 'Must be a string with a date, YYYY-MM-DD',
  file: 'Must be a string with the id of an uploaded file',
};

function inWords(value: unknown): string {
  if (Array.isArray(value)) return 'an array';
  if (value === null) return 'null';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

const checksOfType = {
  text: (field: Field, text: string) => [...breachesOfLine(text), ...breachesOfRules(field, text)],
  textarea: (field: Field, text: string) => [...breachesOfCharacters(text), ...breachesOfRules(field, text)],
  email: (field: Field, text: string) => {
    const rules = breachesOfRules(field, text);
    if (isEmail(text) || rules.some(({ rule }) => rule === 'maxLength')) return rules;
    return [isEmailBeyondAscii(text) ? notInAscii : notAnEmail, ...rules];
  },
  select: ({ options = [] }: Field, text: string) => (options.includes(text) ? [] : [notAnOption(options)]),
  date: (_field: Field, text: string) => (isDate(text) ? [] : [notADate]),
  file: (_field: Field, text: string) => (fileAddress(text) ? [] : [notAFile]),
} satisfies Record<Exclude<FieldType, 'number'>, (field: Field, text: string) => Breach[]>;

function breachesOfLine(text: string): Breach[] {
  const breaches = breachesOfCharacters(text);
  if (!/[\r\n]/.test(text)) return breaches;
  return [...breaches, { rule: 'singleLine', message: 'Must be one line, without line breaks' }];
}

/** Control characters but tab, line feed and carriage return. */
function breachesOfCharacters(text: string): Breach[] {
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if ((code >= 0x20 && code !== 0x7f) || code === 0x09 || code === 0x0a || code === 0x0d) continue;
    const name = `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
    return [{ rule: 'characters', message: `Must not contain control characters; remove ${name}` }];
  }
  return [];
}

/** minLength, maxLength and pattern. A text that is too long is not matched: the pattern's budget ends at maxLength. */
function breachesOfRules(field: Field, text: string): Breach[] {
  const { minLength = 0, pattern } = field.validate ?? {};
  const longest = maxLengthOf(field);
  const length = lengthInCodePoints(text);
  if (length > longest)
    return [{ rule: 'maxLength', message: `Must have at most ${characters(longest)}; it has ${length}` }];
  const breaches: Breach[] = [];
  if (length < minLength) {
    breaches.push({ rule: 'minLength', message: `Must have at least ${characters(minLength)}; it has ${length}` });
  }
  if (pattern !== undefined && !patternOf(pattern).isFoundIn(text)) {
    breaches.push({ rule: 'pattern', message: `Must match the pattern ${pattern}` });
  }
  return breaches;
}

const characters = (count: number) => (count === 1 ? '1 character' : `${count} characters`);

function lengthInCodePoints(text: string): number {
  let length = text.length;
  for (let index = 1; index < text.length; index++) {
    const isSecondHalf = (text.charCodeAt(index) & 0xfc00) === 0xdc00;
    if (isSecondHalf && (text.charCodeAt(index - 1) & 0xfc00) === 0xd800) length--;
  }
  return length;
}

const notAnEmail: Breach = {
  rule: 'email',
  message: 'Must be an e-mail address such as name@example.com, without spaces',
};

/** `ü@example.com` is an address (RFC 6531), and none that browsers and most mail servers take. */
const notInAscii: Breach = {
  rule: 'email',
  message:
    'Must be an e-mail address in ASCII, such as name@example.com: letters like ü or é are not supported; write the domain in Punycode',
};

function notAnOption(options: readonly string[]): Breach {
  const named = options.slice(0, 10).map(option => `"${option.length > 50 ? `${atMost(option, 50)}…` : option}"`);
  const rest = options.length > named.length ? ` and ${options.length - named.length} more` : '';
  return { rule: 'options', message: `Must be exactly one of the options: ${named.join(', ')}${rest}` };
}

function breachesOfNumber({ validate }: Field, value: number): Breach[] {
  if (!Number.isFinite(value)) return [{ rule: 'type', message: 'Must be a finite number; the one sent is too large' }];
  if (Math.abs(value) > Number.MAX_SAFE_INTEGER) return [tooLargeToBeExact];
  const { min, max } = validate ?? {};
  if (min !== undefined && value < min) return [{ rule: 'min', message: `Must be ${min} or more` }];
  if (max !== undefined && value > max) return [{ rule: 'max', message: `Must be ${max} or less` }];
  return [];
}

/** JSON.parse has rounded such a number already: 12345678901234567890 arrives as 12345678901234567000. */
const tooLargeToBeExact: Breach = {
  rule: 'precision',
  message: `Must lie between ${Number.MIN_SAFE_INTEGER} and ${Number.MAX_SAFE_INTEGER}: beyond that, digits are lost; ask for such a number in a text field`,
};

const notADate: Breach = { rule: 'date', message: 'Must be a valid date, YYYY-MM-DD: 2026-01-31' };

const notAFile: Breach = { rule: 'file', message: 'Must be a fileId (file_…) that POST /uploads/sign returned' };
