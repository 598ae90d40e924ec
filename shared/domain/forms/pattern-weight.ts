/** The weight of a property such as `\pL`, and of each thousand characters of a range while case is folded. */
const weightOfUnicodeProperty = 100;
const foldedCharactersPerUnit = 1_000;

type Group = { weight: number; last: number };

/**
 * Estimates how many instructions a regular expression compiles to, from its text without compiling it: `(?:abc){1000}`
 * is nine bytes longer than `abc` and takes a thousand times as long to compile. One unit is about 5 microseconds at
 * worst. The estimate is high (`a|b` is one instruction, and weighs three), and does not check the syntax.
 */
export function weighPattern(pattern: string): number {
  const foldsCase = /\(\?[a-zA-Z-]*i/.test(pattern);
  let parsing = 0;
  const groups: Group[] = [];
  let group: Group = { weight: 0, last: 0 };
  const append = (weight: number) => {
    group.weight += group.last;
    group.last = weight;
  };
  const close = () => {
    const inner = group.weight + group.last + 2;
    group = groups.pop() ?? { weight: 0, last: 0 };
    append(inner);
  };
  for (const [token] of pattern.matchAll(TOKEN)) {
    const count = repeatCount(token);
    if (count !== undefined) group.last = group.last * Math.max(count, 1) + 1;
    else if (token === '(') {
      groups.push(group);
      group = { weight: 0, last: 0 };
    } else if (token === ')') close();
    else {
      append(1);
      parsing += weightOfParsing(token, foldsCase);
    }
  }
  while (groups.length > 0) close();
  return group.weight + group.last + parsing;
}

/** Matches a character class, an escape, a counted repetition, or one character. */
const TOKEN = /\[\^?(?:\\.|\[:\^?\w+:\]|[^\]\\])*(?:\]|$)|\\[pP](?:\{[^}]*\}|.)|\\.|\{\d+(?:,\d*)?\}|./gsu;
const rangeEnd = String.raw`\\[xu]\{[0-9a-fA-F]+\}|\\u[0-9a-fA-F]{4}|\\x[0-9a-fA-F]{2}|[^\\]`;
const RANGE = new RegExp(`(${rangeEnd})-(${rangeEnd})`, 'gu');

function repeatCount(token: string): number | undefined {
  if (token === '*' || token === '+' || token === '?') return 1;
  const [, min, max] = /^\{(\d+)(?:,(\d*))?\}$/.exec(token) ?? [];
  return min === undefined ? undefined : Math.max(Number(min), Number(max ?? 0));
}

/** Returns what a character class costs once, however often it is repeated. */
function weightOfParsing(token: string, foldsCase: boolean): number {
  if (token.length < 3) return 0;
  const properties = (token.match(/\\[pP]/g)?.length ?? 0) * weightOfUnicodeProperty;
  return foldsCase && token.startsWith('[') ? properties + weightOfRanges(token) : properties;
}

function weightOfRanges(characterClass: string): number {
  let spanned = 0;
  for (const [, from, to] of characterClass.matchAll(RANGE)) {
    spanned += Math.max(0, codePointOf(to ?? '') - codePointOf(from ?? ''));
  }
  return Math.ceil(spanned / foldedCharactersPerUnit);
}

function codePointOf(character: string): number {
  const hex = /^\\[xu]\{?([0-9a-fA-F]+)\}?$/.exec(character)?.[1];
  return hex === undefined ? (character.codePointAt(0) ?? 0) : Number.parseInt(hex, 16);
}
