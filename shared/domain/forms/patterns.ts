import { RE2JS, RE2JSSyntaxException } from 're2js';
import { atMost } from '../parts-of-text.ts';

/** Of a pattern's automaton, built while it matches. The library's own bound, 8 MB each, is a function's memory over a few dozen patterns. */
const automatonBytesMax = 128 * 1024;
/** Of all cached patterns together; each counts as 100 at least. */
const cachedInstructionsMax = 20_000;

/**
 * A customer's regular expression. It is searched for anywhere in the text, as JSON Schema's `pattern` is: `^` and `$`
 * anchor it, at the ends of the text alone. The syntax is RE2's, with JavaScript's way of writing escapes and named groups;
 * the time is linear in the text.
 */
type Pattern = {
  /** Instructions of the compiled program: matching takes at most their number times the length of the text. */
  readonly programSize: number;
  isFoundIn(text: string): boolean;
};

/** Compiles a pattern, or says in words what is wrong with it. */
export function readPattern(source: string): { pattern: Pattern } | { problem: string } {
  try {
    return { pattern: compile(source) };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return { problem: problemOf(error) };
  }
}

const cache = new Map<string, Pattern>();
let cachedInstructions = 0;

/** The pattern of a stored form, which compiled when it was stored. Throws when it does not. */
export function patternOf(source: string): Pattern {
  const cached = cache.get(source);
  if (cached !== undefined) {
    cache.delete(source);
    cache.set(source, cached);
    return cached;
  }
  const pattern = compile(source);
  cache.set(source, pattern);
  cachedInstructions += shareOf(pattern);
  for (const [oldest, { programSize }] of cache) {
    if (cachedInstructions <= cachedInstructionsMax || oldest === source) break;
    cache.delete(oldest);
    cachedInstructions -= shareOf({ programSize });
  }
  return pattern;
}

const shareOf = ({ programSize }: Pick<Pattern, 'programSize'>) => Math.max(programSize, 100);

function compile(source: string): Pattern {
  const compiled = RE2JS.compile(RE2JS.translateRegExp(source));
  const automaton = compiled.re2().dfa;
  automaton.stateBudget = automatonBytesMax;
  automaton.memBudget = automatonBytesMax;
  return { programSize: compiled.programSize(), isFoundIn: text => compiled.test(text) };
}

function problemOf(error: Error): string {
  if (!(error instanceof RE2JSSyntaxException)) return `it does not compile (${error.message})`;
  const where = error.getPattern() ?? '';
  if (/^\(\?<?[=!]/.test(where))
    return `look-ahead and look-behind are not supported, and it contains ${quoted(where)}`;
  if (/^\\[1-9k]/.test(where)) return `back-references are not supported, and it contains ${quoted(where)}`;
  return where === '' ? error.getDescription() : `${error.getDescription()} at ${quoted(where)}`;
}

const quoted = (part: string) => (part.length > 40 ? `\`${atMost(part, 40)}…\`` : `\`${part}\``);
