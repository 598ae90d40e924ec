import type { ErrorObject } from 'ajv';
import type { ObjectSchema } from '../../contracts/contract.ts';
import { patterns } from '../../contracts/patterns.ts';
import { closestName } from '../../domain/text/closest-name.ts';
import { type Fault, notAnObject } from '../../fault.ts';
import { compileSchema, type Validator } from './compile-schema.ts';

export type RequestPart = 'query' | 'headers' | 'body';

/**
 * The validators that the build compiled, by the name that it gives a schema.
 *
 * @public filled by a module that the build makes
 */
export const precompiled = new Map<string, Validator>();

const compiled = new WeakMap<ObjectSchema, Validator>();

/**
 * Returns every fault of a value by its schema. Parameters are coerced and completed in place; so are a body's
 * defaults.
 */
export function faultsOf(part: RequestPart, schema: ObjectSchema, value: unknown): Fault[] {
  const validate = precompiled.get(schema.$id ?? '') ?? compiledHere(schema, part);
  if (!validate(value)) return faultsIn(validate, value);
  return faultsOfInfinity(value as object);
}

/**
 * Returns faults for infinite numbers. Ajv coerces `1e400` to a number, and checks it against neither the type nor the
 * bounds.
 */
function faultsOfInfinity(parameters: object): Fault[] {
  return Object.entries(parameters)
    .filter(([, value]) => typeof value === 'number' && !Number.isFinite(value))
    .map(([field]) => ({ field, rule: 'type', message: 'must be a finite number' }));
}

function compiledHere(schema: ObjectSchema, part: RequestPart): Validator {
  const known = compiled.get(schema);
  if (known) return known;
  const fresh = compileSchema(schema, part);
  compiled.set(schema, fresh);
  return fresh;
}

const wordsOf = new Map<string, string>(Object.values(patterns).map(({ pattern, words }) => [pattern, words]));

const saysSomething = ({ keyword }: ErrorObject): boolean => keyword !== 'if';

/** Returns Ajv's `/fields/2/validate` as `fields[2].validate`. */
function pathOf(pointer: string): string {
  return pointer
    .split('/')
    .map(part => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce((path, part) => (/^\d+$/.test(part) ? `${path}[${part}]` : path === '' ? part : `${path}.${part}`), '');
}

const within = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`);

const faultsIn = ({ errors, propertyNames = {} }: Validator, value: unknown): Fault[] =>
  (errors ?? [])
    .filter(saysSomething)
    .map(error => faultOf(error, { known: propertyNames[error.schemaPath] ?? [], sent: valueAt(value, error) }));

/** Returns the value that an error is about. */
const valueAt = (value: unknown, { instancePath }: ErrorObject): unknown =>
  instancePath
    .split('/')
    .slice(1)
    .map(part => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((part, name) => Object(part)[name], value);

type FaultContext = {
  /** The allowed properties, for an error about another one. */
  readonly known: readonly string[];
  readonly sent: unknown;
};

function faultOf(error: ErrorObject, { known, sent }: FaultContext): Fault {
  const path = pathOf(error.instancePath);
  const { keyword, params } = error;
  switch (keyword) {
    case 'required':
      return { field: within(path, params.missingProperty), rule: keyword, message: 'is required' };
    case 'additionalProperties':
      return {
        field: within(path, params.additionalProperty),
        rule: 'unknown',
        message: unknownProperty(params.additionalProperty, known),
      };
    case 'enum':
      return { field: path, rule: keyword, message: notAllowed(params.allowedValues, sent) };
    case 'type':
      if (path === '') return notAnObject;
      return { field: path, rule: keyword, message: `must be of type ${[params.type].flat().join(' or ')}` };
    case 'pattern':
      return { field: path, rule: keyword, message: wordsOf.get(params.pattern) ?? 'is not valid' };
    case 'minProperties':
      return { field: path, rule: keyword, message: 'must name at least one property' };
    default:
      return { field: path, rule: keyword, message: outOfBounds(error, sent) ?? error.message ?? 'is not valid' };
  }
}

function notAllowed(allowed: readonly unknown[], sent: unknown): string {
  const meant = typeof sent === 'string' ? closestName(sent, allowed.map(String)) : undefined;
  const hint = meant === undefined ? '' : `; did you mean "${meant}"?`;
  return `must be one of: ${allowed.join(', ')}${hint}`;
}

const count = (number: number, unit: string): string => `${number} ${unit}${number === 1 ? '' : 's'}`;

/** Describes the actual and the allowed size. The value of a text is not repeated, because it may be a password. */
function outOfBounds({ keyword, params: { limit } }: ErrorObject, sent: unknown): string | undefined {
  const size = Array.isArray(sent) ? sent.length : [...String(sent)].length;
  switch (keyword) {
    case 'minLength':
      return `has ${count(size, 'character')}; at least ${limit}`;
    case 'maxLength':
      return `has ${count(size, 'character')}; at most ${limit}`;
    case 'minItems':
      return `has ${count(size, 'item')}; at least ${limit}`;
    case 'maxItems':
      return `has ${count(size, 'item')}; at most ${limit}`;
    case 'minimum':
      return `is ${sent}; at least ${limit}`;
    case 'maximum':
      return `is ${sent}; at most ${limit}`;
    default:
      return undefined;
  }
}

function unknownProperty(name: string, known: readonly string[]): string {
  const meant = aliasOf(name, known) ?? closestName(name, known);
  const hint = meant === undefined ? 'remove it, or check its spelling' : `did you mean "${meant}"?`;
  return `is not a known property; ${hint}`;
}

const rules = ['min', 'max', 'minLength', 'maxLength', 'pattern', 'step', 'integer', 'accept', 'maxBytes', 'maxFiles'];

/** The names that other services use, and ours. */
const aliases: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(rules.map(rule => [rule, [`validate.${rule}`]])),
  ...{ page: ['offset'], skip: ['offset'], start: ['offset'], after: ['cursor'] },
  ...{ per_page: ['limit'], perPage: ['limit'], pageSize: ['limit'], page_size: ['limit'], count: ['limit'] },
  ...{ sort: ['order'], since: ['from'], until: ['to'], tz: ['timezone'], form: ['form_id', 'formId'] },
  ...{ name: ['title', 'id'], questions: ['fields'], origins: ['allowedOrigins'], choices: ['options'] },
  ...{ endpoint: ['url'], topics: ['events'], event: ['events'], enabled: ['active'], key: ['id'] },
};

const aliasOf = (name: string, known: readonly string[]): string | undefined =>
  Object.hasOwn(aliases, name) ? aliases[name]?.find(path => known.includes(path.split('.')[0] ?? '')) : undefined;
