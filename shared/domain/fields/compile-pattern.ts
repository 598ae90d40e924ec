import { RE2JS, RE2JSSyntaxException } from 're2js';
import { atMost } from '../parts-of-text.ts';

/** Of a pattern's automaton, built while it matches. The library's own bound, 8 MB each, is a function's memory over a few dozen patterns. */
const automatonBytesMax = 128 * 1024;

/**
 * A customer's regular expression. It is searched for anywhere in the text, as JSON Schema's `pattern` is: `^` and `$`
 * anchor it, at the ends of the text alone. The syntax is RE2's, with JavaScript's way of writing escapes and named groups;
 * the time is linear in the text.
 */
export type Pattern = {
  /** Instructions of the compiled program: matching takes at most their number times the length of the text. */
  readonly programSize: number;
  isFoundIn(text: string): boolean;
};

/** Throws what `problemOf` puts into words. */
export function compilePattern(source: string): Pattern {
  const compiled = RE2JS.compile(RE2JS.translateRegExp(source));
  const automaton = compiled.re2().dfa;
  automaton.stateBudget = automatonBytesMax;
  automaton.memBudget = automatonBytesMax;
  return { programSize: compiled.programSize(), isFoundIn: text => compiled.test(text) };
}

/** Why a pattern does not compile. */
export function problemOf(error: Error): string {
  if (!(error instanceof RE2JSSyntaxException)) return `it does not compile (${error.message})`;
  const where = error.getPattern() ?? '';
  if (/^\(\?<?[=!]/.test(where))
    return `look-ahead and look-behind are not supported, and it contains ${quoted(where)}`;
  if (/^\\[1-9k]/.test(where)) return `back-references are not supported, and it contains ${quoted(where)}`;
  return where === '' ? error.getDescription() : `${error.getDescription()} at ${quoted(where)}`;
}

const quoted = (part: string) => (part.length > 40 ? `\`${atMost(part, 40)}…\`` : `\`${part}\``);
