import { isObject } from './changes.ts';
import type { Tool } from './tools.ts';

type ArgumentValues = Readonly<Record<string, unknown>>;
type Property = {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: unknown;
};

/** Returns the arguments of a tool with their defaults. Throws an error that names each argument that is wrong. */
export function checkedArguments({ properties, required = [] }: Tool, values: ArgumentValues): ArgumentValues {
  const known = properties as Readonly<Record<string, Property>>;
  const unknown = Object.keys(values).filter(name => !Object.hasOwn(known, name));
  const faults = [
    ...required.filter(name => values[name] === undefined).map(name => `${name} is missing`),
    ...unknown.map(name => `${name} is not an argument of this tool; it takes ${listOf(Object.keys(known))}`),
    ...Object.entries(known).flatMap(([name, property]) => faultsOf(name, property, values[name])),
  ];
  if (faults.length > 0) throw new Error(faults.join('\n'));
  const defaults = Object.entries(known).filter(([, property]) => property.default !== undefined);
  return { ...Object.fromEntries(defaults.map(([name, property]) => [name, property.default])), ...values };
}

function faultsOf(name: string, property: Property, value: unknown): string[] {
  if (value === undefined || fits(property, value)) return [];
  return [`${name} must be ${wordsOf(property)}; ${JSON.stringify(value)} was sent`];
}

function fits({ type, enum: choices, minimum, maximum }: Property, value: unknown): boolean {
  if (choices) return choices.some(choice => choice === value);
  if (type === 'object') return isObject(value);
  if (type !== 'integer') return typeof value === type;
  const number = Number.isInteger(value) ? Number(value) : Number.NaN;
  return number >= (minimum ?? number) && number <= (maximum ?? number);
}

function wordsOf({ type, enum: choices, minimum, maximum }: Property): string {
  if (choices) return `one of ${listOf(choices)}`;
  if (type === 'integer') return minimum === undefined ? 'an integer' : `an integer from ${minimum} to ${maximum}`;
  return type === 'object' ? 'an object' : `a ${type}`;
}

const listOf = (names: readonly string[]): string => names.join(', ') || 'none';
