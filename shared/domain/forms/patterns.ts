import { compilePattern, type Pattern, problemOf } from '../fields/compile-pattern.ts';

/** The maximum number of instructions of all cached patterns together. Each pattern counts as at least 100. */
const cachedInstructionsMax = 20_000;

/** Compiles a pattern, or describes its fault. */
export function readPattern(source: string): { pattern: Pattern } | { problem: string } {
  try {
    return { pattern: compilePattern(source) };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return { problem: problemOf(error) };
  }
}

const cache = new Map<string, Pattern>();
let cachedInstructions = 0;

/** Returns the pattern of a stored form, which compiled when it was stored. Throws when it does not. */
export function patternOf(source: string): Pattern {
  const cached = cache.get(source);
  if (cached !== undefined) {
    cache.delete(source);
    cache.set(source, cached);
    return cached;
  }
  const pattern = compilePattern(source);
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
