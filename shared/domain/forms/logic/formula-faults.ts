import type { Fault } from '../../../fault.ts';
import { isObject } from '../../../json.ts';
import type { Field, FieldType } from '../../fields/field.ts';
import { fieldTypes, isNumeric } from '../../fields/field-types.ts';
import { answerOf } from './comparisons.ts';
import { faultsOfCondition, faultsOfOthers, fieldNamed, type Parts, type Scope } from './condition-faults.ts';

const nodesMax = 64;
const digitsMax = 10;

/** The formula being checked, and its number of parts so far. */
type Within = Scope & { readonly formula: { nodes: number } };

/** Returns every fault of a calculated field's formula. */
export function faultsOfFormula(formula: unknown, path: string, scope: Scope): Fault[] {
  return faultsOfPart(formula, path, { ...scope, formula: { nodes: 0 } });
}

function faultsOfPart(part: unknown, path: string, within: Within): Fault[] {
  const { formula } = within;
  formula.nodes += 1;
  if (formula.nodes > nodesMax) return formula.nodes === nodesMax + 1 ? tooManyNodes(path) : [];
  if (Number.isFinite(part)) return [];
  const [kind, ...others] = isObject(part) ? Object.keys(kinds).filter(name => Object.hasOwn(part, name)) : [];
  const faultsOfKind = others.length === 0 && kind !== undefined ? kinds[kind] : undefined;
  if (faultsOfKind) return faultsOfKind(part as Parts, path, within);
  const message = 'must be a number, or an object with exactly one of: field, score, if, op';
  return [{ field: path, rule: 'formula', message }];
}

const tooManyNodes = (field: string): Fault[] => [
  {
    field,
    rule: 'maxNodes',
    message: `is one part too many: a formula has at most ${nodesMax}; calculate some of it in a field before this one`,
  },
];

/** Types whose answers are numbers. */
export const numeric: readonly string[] = (Object.keys(fieldTypes) as FieldType[]).filter(isNumeric);
/** Types whose options can have numbers. */
export const scored: readonly string[] = ['select', 'radio', 'multiselect'];

const kinds: Readonly<Record<string, (part: Parts, path: string, within: Within) => Fault[]>> = {
  field: (part, path, within) => [
    ...faultsOfOthers(part, ['field', 'else'], path),
    ...faultsOfNamed(part.field, numeric, `${path}.field`, within),
    ...faultsOfElse(part, path),
  ],
  score: (part, path, within) => [
    ...faultsOfOthers(part, ['score', 'values', 'else'], path),
    ...faultsOfNamed(part.score, scored, `${path}.score`, within, field =>
      faultsOfScores(part.values, field, `${path}.values`),
    ),
    ...faultsOfElse(part, path),
  ],
  if: (part, path, within) => [
    ...faultsOfOthers(part, ['if', 'then', 'else'], path),
    ...faultsOfCondition(part.if, `${path}.if`, within),
    ...faultsOfPart(part.then, `${path}.then`, within),
    ...faultsOfPart(part.else, `${path}.else`, within),
  ],
  op: (part, path, within) => [...faultsOfOthers(part, ['op', 'args'], path), ...faultsOfOperation(part, path, within)],
};

/** The minimum and maximum number of arguments of each operation. */
const argsOf = new Map<unknown, readonly [number, number]>([
  ['+', [1, nodesMax]],
  ['-', [2, nodesMax]],
  ['*', [1, nodesMax]],
  ['/', [2, nodesMax]],
  ['min', [1, nodesMax]],
  ['max', [1, nodesMax]],
  ['round', [1, 2]],
]);

function faultsOfOperation({ op, args }: Parts, path: string, within: Within): Fault[] {
  const bounds = argsOf.get(op);
  if (!bounds)
    return [{ field: `${path}.op`, rule: 'enum', message: `must be one of: ${[...argsOf.keys()].join(', ')}` }];
  const [least, most] = bounds;
  if (!Array.isArray(args) || args.length < least || args.length > most) {
    return [{ field: `${path}.args`, rule: 'type', message: `must be an array of ${least} to ${most} formulas` }];
  }
  if (op === 'round' && args.length === 2 && !isDigits(args[1])) {
    const message = `must be a whole number from 0 to ${digitsMax}: the number of decimal places`;
    return [{ field: `${path}.args[1]`, rule: 'digits', message }];
  }
  return args.flatMap((arg, index) => faultsOfPart(arg, `${path}.args[${index}]`, within));
}

const isDigits = (value: unknown): boolean =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) <= digitsMax;

function faultsOfNamed(
  id: unknown,
  types: readonly string[],
  path: string,
  scope: Scope,
  faultsOfIt: (field: Field) => Fault[] = () => [],
): Fault[] {
  const named = fieldNamed(id, path, scope);
  if ('fault' in named) return [named.fault];
  const { field } = named;
  if (types.includes(field.type)) return faultsOfIt(field);
  const message = `must name a field of one of the types ${types.join(', ')}; "${field.id}" is of type ${field.type}`;
  return [{ field: path, rule: 'type', message }];
}

const faultsOfElse = (part: Parts, path: string): Fault[] =>
  part.else === undefined || Number.isFinite(part.else)
    ? []
    : [{ field: `${path}.else`, rule: 'type', message: 'must be a JSON number' }];

function faultsOfScores(values: unknown, { id, options = [] }: Field, path: string): Fault[] {
  if (!isObject(values) || Object.keys(values).length === 0) {
    return [{ field: path, rule: 'type', message: `must give options of "${id}" their numbers: {"Basic": 10}` }];
  }
  const known = new Set(options.map(answerOf));
  return Object.entries(values).flatMap(([option, score]): Fault[] => {
    const field = `${path}.${option}`;
    if (!known.has(option)) return [{ field, rule: 'unknown', message: `is not an option of "${id}", as its value` }];
    return Number.isFinite(score) ? [] : [{ field, rule: 'type', message: 'must be a JSON number' }];
  });
}
