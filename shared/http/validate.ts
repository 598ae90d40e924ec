import type { ErrorObject } from 'ajv';
import type { ObjectSchema } from '../contracts/contract.ts';
import { patterns } from '../contracts/patterns.ts';
import { closestName } from '../domain/closest-name.ts';
import { type Fault, notAnObject } from '../fault.ts';
import { compileSchema, type Validator } from './compile-schema.ts';

export type Part = 'query' | 'headers' | 'body';

/**
 * The validators that the build compiled, by the name that it leaves of a schema.
 *
 * @public filled by a module that the build makes
 */
export const precompiled = new Map<string, Validator>();

const compiled = new WeakMap<ObjectSchema, Validator>();

/** Every fault of a value by its schema. Parameters are coerced and completed in place; so are a body's defaults. */
export function faultsOf(part: Part, schema: ObjectSchema, value: unknown): Fault[] {
  const validate = precompiled.get(schema.$id ?? '') ?? compiledHere(schema, part);
  if (!validate(value)) return faultsIn(validate);
  return faultsOfInfinity(value as object);
}

/** `1e400` is coerced to a number that Ajv then holds against neither the type nor the bounds. */
function faultsOfInfinity(parameters: object): Fault[] {
  return Object.entries(parameters)
    .filter(([, value]) => typeof value === 'number' && !Number.isFinite(value))
    .map(([field]) => ({ field, rule: 'type', message: 'must be a finite number' }));
}

function compiledHere(schema: ObjectSchema, part: Part): Validator {
  const known = compiled.get(schema);
  if (known) return known;
  const fresh = compileSchema(schema, part);
  compiled.set(schema, fresh);
  return fresh;
}

const wordsOf = new Map<string, string>(Object.values(patterns).map(({ pattern, words }) => [pattern, words]));

const saysSomething = ({ keyword }: ErrorObject): boolean => keyword !== 'if';

/** Ajv's `/fields/2/validate` as a reader writes it: `fields[2].validate`. */
function pathOf(pointer: string): string {
  return pointer
    .split('/')
    .map(part => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce((path, part) => (/^\d+$/.test(part) ? `${path}[${part}]` : path === '' ? part : `${path}.${part}`), '');
}

const within = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`);

const faultsIn = ({ errors, propertyNames = {} }: Validator): Fault[] =>
  (errors ?? []).filter(saysSomething).map(error => faultOf(error, propertyNames[error.schemaPath] ?? []));

/** @param known the properties that there may be, of an error about another one */
function faultOf(error: ErrorObject, known: readonly string[]): Fault {
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
      return { field: path, rule: keyword, message: `must be one of: ${params.allowedValues.join(', ')}` };
    case 'type':
      if (path === '') return notAnObject;
      return { field: path, rule: keyword, message: `must be of type ${[params.type].flat().join(' or ')}` };
    case 'pattern':
      return { field: path, rule: keyword, message: wordsOf.get(params.pattern) ?? 'is not valid' };
    case 'minProperties':
      return { field: path, rule: keyword, message: 'must name at least one property' };
    default:
      return { field: path, rule: keyword, message: error.message ?? 'is not valid' };
  }
}

function unknownProperty(name: string, known: readonly string[]): string {
  const meant = closestName(name, known);
  const hint = meant === undefined ? 'remove it, or check its spelling' : `did you mean "${meant}"?`;
  return `is not a known property; ${hint}`;
}
