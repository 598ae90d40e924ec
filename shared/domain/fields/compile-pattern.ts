import { RE2JS, RE2JSSyntaxException } from 're2js';
import { atMost } from '../text/parts-of-text.ts';

/**
 * The memory of a pattern's automaton, which is built while it matches. The library's own limit, 8 MB each, would fill
 * a function's memory after a few dozen patterns.
 */
const automatonBytesMax = 128 * 1024;

/**
 * A customer's regular expression. It may match anywhere in the text, like JSON Schema's `pattern`; `^` and `$` anchor
 * it at the ends of the text only. The syntax is RE2's, with JavaScript's escapes and named groups. Matching takes time
 * linear in the text.
 */
export type Pattern = {
  /**
   * The number of instructions of the compiled program. Matching takes at most this number times the length of the
   * text.
   */
  readonly programSize: number;
  isFoundIn(text: string): boolean;
};

/** Compiles a pattern. Throws errors that `problemOf` describes. */
export function compilePattern(source: string): Pattern {
  const compiled = RE2JS.compile(RE2JS.translateRegExp(source));
  const automaton = compiled.re2().dfa;
  automaton.stateBudget = automatonBytesMax;
  automaton.memBudget = automatonBytesMax;
  return { programSize: compiled.programSize(), isFoundIn: text => compiled.test(text) };
}

/** Returns why a pattern does not compile. */
export function problemOf(error: Error): string {
  if (!(error instanceof RE2JSSyntaxException)) return `it does not compile (${error.message})`;
  const where = error.getPattern() ?? '';
  if (/^\(\?<?[=!]/.test(where))
    return `look-ahead and look-behind are not supported, and it contains ${quoted(where)}`;
  if (/^\\[1-9k]/.test(where)) return `back-references are not supported, and it contains ${quoted(where)}`;
  return where === '' ? error.getDescription() : `${error.getDescription()} at ${quoted(where)}`;
}

const quoted = (part: string) => (part.length > 40 ? `\`${atMost(part, 40)}…\`` : `\`${part}\``);
