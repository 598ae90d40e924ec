import { fileIdPattern } from '../../id-patterns.ts';
import { isEmail, isEmailBeyondAscii } from '../text/email-address.ts';
import type { Breach } from './breach.ts';
import { answerLengthMax, type Field, maxLengthOf } from './field.ts';

export const breachesOfText = (field: Field, text: string): Breach[] => [
  ...breachesOfLine(text),
  ...breachesOfLength(field, text),
];

export const breachesOfTextarea = (field: Field, text: string): Breach[] => [
  ...breachesOfCharacters(text),
  ...breachesOfLength(field, text),
];

export function breachesOfEmail(field: Field, text: string): Breach[] {
  const lengths = breachesOfLength(field, text);
  if (lengths.some(({ rule }) => rule === 'maxLength')) return lengths;
  if (!isEmail(text)) return [isEmailBeyondAscii(text) ? notInAscii : notAnEmail, ...lengths];
  return [...breachesOfDomain(field, text), ...lengths];
}

function breachesOfDomain({ validate }: Field, address: string): Breach[] {
  const { domains } = validate ?? {};
  const domain = address.slice(address.lastIndexOf('@') + 1).toLowerCase();
  if (!domains || domains.some(allowed => allowed.toLowerCase() === domain)) return [];
  return [{ rule: 'domains', message: `Must be an email address at ${domains.slice(0, 10).join(' or ')}` }];
}

/** Loose on purpose: numbers are written in many ways, and people read them. */
const PHONE = /^\+?[0-9 ()./-]{5,25}$/;

export const breachesOfPhone = (_field: Field, text: string): Breach[] => (PHONE.test(text) ? [] : [notAPhone]);

/** Stricter than `URL`, which ignores spaces around it and drops line breaks in it. */
const HTTP_URL = /^https?:\/\/[^\s\p{Cc}]+$/iu;

export function breachesOfUrl(_field: Field, text: string): Breach[] {
  if (text.length > answerLengthMax.url) return [tooLong(answerLengthMax.url, text)];
  return HTTP_URL.test(text) && URL.canParse(text) ? [] : [notAUrl];
}

export const breachesOfHidden = (_field: Field, text: string): Breach[] => [
  ...breachesOfCharacters(text),
  ...breachesOfMaxLength(answerLengthMax.hidden, text),
];

export const breachesOfFile = (_field: Field, text: string): Breach[] => (fileIdPattern.test(text) ? [] : [notAFile]);

/** Returns the breaches of a free text in place of an option. */
export function breachesOfOther(text: string): Breach[] {
  if (text.trim() === '') return [{ rule: 'minLength', message: 'Must not be blank' }];
  return [...breachesOfLine(text), ...breachesOfMaxLength(answerLengthMax.other, text)];
}

function breachesOfLine(text: string): Breach[] {
  const breaches = breachesOfCharacters(text);
  if (!/[\r\n]/.test(text)) return breaches;
  return [...breaches, { rule: 'singleLine', message: 'Must be one line, without line breaks' }];
}

/** Returns breaches for control characters, except tab, line feed and carriage return. */
function breachesOfCharacters(text: string): Breach[] {
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if ((code >= 0x20 && code !== 0x7f) || code === 0x09 || code === 0x0a || code === 0x0d) continue;
    const name = `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
    return [{ rule: 'characters', message: `Must not contain control characters; remove ${name}` }];
  }
  return [];
}

/** Returns the breaches of minLength and maxLength. */
function breachesOfLength(field: Field, text: string): Breach[] {
  const { minLength = 0 } = field.validate ?? {};
  const tooLong = breachesOfMaxLength(maxLengthOf(field), text);
  const length = lengthInCodePoints(text);
  if (tooLong.length > 0 || length >= minLength) return tooLong;
  return [{ rule: 'minLength', message: `Must have at least ${characters(minLength)}; it has ${length}` }];
}

const breachesOfMaxLength = (longest: number, text: string): Breach[] =>
  lengthInCodePoints(text) > longest ? [tooLong(longest, text)] : [];

const tooLong = (longest: number, text: string): Breach => ({
  rule: 'maxLength',
  message: `Must have at most ${characters(longest)}; it has ${lengthInCodePoints(text)}`,
});

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
  message: 'Must be an email address such as name@example.com, without spaces',
};

/** `ü@example.com` is an address (RFC 6531), but browsers and most mail servers refuse it. */
const notInAscii: Breach = {
  rule: 'email',
  message:
    'Must be an email address in ASCII, such as name@example.com: letters like ü or é are not supported; write the domain in Punycode',
};

const notAPhone: Breach = {
  rule: 'phone',
  message: 'Must be a telephone number of 5 to 25 digits, spaces and ( ) . / -, such as +1 555 010 0199',
};

const notAUrl: Breach = { rule: 'url', message: 'Must be an address with http or https: https://www.example.com' };

const notAFile: Breach = { rule: 'file', message: 'Must be a fileId (file_…) that POST /uploads/sign returned' };
