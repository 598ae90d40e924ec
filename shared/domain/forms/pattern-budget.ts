import type { Fault } from '../../fault.ts';
import { answerLengthMax, type Field, maxLengthOf } from '../fields/field.ts';
import { weighPattern } from './pattern-weight.ts';
import { readPattern } from './patterns.ts';

/** The largest cost of matching: program instructions times characters of the longest answer. */
const matchCostMaxOfField = 300_000;
const matchCostMaxOfForm = 1_500_000;
/**
 * The least number of characters that a pattern is charged for, because its program is loaded for an answer of any
 * length.
 */
const costedLengthMin = 100;
/** The largest cost of compiling, by weighPattern. A heavier pattern is refused uncompiled. */
const weightMaxOfField = 12_000;
const weightMaxOfForm = 40_000;
const patternLengthMax = 512;

const count = (n: number) => n.toLocaleString('en-US');

/** Returns the faults of a form's patterns: each must compile, and match within its budget and the form's. */
export function faultsOfPatterns(fields: readonly Field[]): Fault[] {
  const faults: Fault[] = [];
  let weight = 0;
  let cost = 0;
  for (const { field, path, source } of patternsOf(fields)) {
    const weightOfField = weightOf(source);
    if (weightOfField <= weightMaxOfField) weight += weightOfField;
    if (weight > weightMaxOfForm) return [...faults, tooMuchForForm(path)];
    const judged = judge(source, weightOfField, field);
    if ('cost' in judged) cost += judged.cost;
    else faults.push({ field: path, ...judged });
  }
  if (cost > matchCostMaxOfForm) faults.push(tooMuchForForm('fields'));
  return faults;
}

/** Returns the patterns in use, each with its path in the form. */
const patternsOf = (fields: readonly Field[]) =>
  fields.flatMap((field, index) => {
    const source = takesPattern(field) ? field.validate?.pattern : undefined;
    return source === undefined ? [] : [{ field, path: `fields[${index}].validate.pattern`, source }];
  });

/** Returns the weight of a pattern. One that is too long is refused for that, and not weighed. */
const weightOf = (source: string): number => (source.length > patternLengthMax ? 0 : weighPattern(source));

const takesPattern = ({ type }: Pick<Field, 'type'>) => type === 'text' || type === 'email';

function judge(source: string, weight: number, field: Field): { cost: number } | Omit<Fault, 'field'> {
  if (source.length > patternLengthMax) {
    return {
      rule: 'maxLength',
      message: `The pattern has ${count(source.length)} characters; at most ${patternLengthMax} are allowed`,
    };
  }
  if (weight > weightMaxOfField) return tooCostly('its repetitions multiply to a program too large to compile');
  const read = readPattern(source);
  if ('problem' in read) {
    return {
      rule: 'pattern',
      message: `The pattern is not a regular expression that matches in linear time (RE2 syntax): ${read.problem}`,
    };
  }
  const length = Math.max(maxLengthOf(field), costedLengthMin);
  const cost = read.pattern.programSize * length;
  if (cost <= matchCostMaxOfField) return { cost };
  return tooCostly(
    `its program size of ${count(read.pattern.programSize)} times a longest answer of ${count(length)} is ${count(cost)}, where ${count(matchCostMaxOfField)} is allowed`,
  );
}

const tooCostly = (why: string) => ({
  rule: 'patternBudget',
  message: `The pattern takes too long to match: ${why}. Use smaller repetition counts or a smaller validate.maxLength (default: ${count(answerLengthMax.pattern)}); limit the length of an answer by minLength and maxLength, not by the pattern`,
});

const tooMuchForForm = (path: string) => ({
  field: path,
  rule: 'patternBudget',
  message: `The patterns of this form together take too long to match: at most ${count(matchCostMaxOfForm)} in program size times longest answer, and ${count(weightMaxOfForm)} instructions. Use fewer or simpler patterns, or a smaller validate.maxLength`,
});
