import { Ajv, type ValidateFunction } from 'ajv';
import type { ObjectSchema } from '../../contracts/contract.ts';
import { bodyOptions, parameterOptions } from './ajv-options.ts';
import { type PropertyNames, propertyNames } from './property-names.ts';

export type Validator = ValidateFunction & { readonly propertyNames?: PropertyNames };

const forBodies = new Ajv(bodyOptions);
const forParameters = new Ajv(parameterOptions);

/**
 * Compiles a schema at run time. A deployed bundle does not contain this, because the build compiles the validators.
 */
export function compileSchema(schema: ObjectSchema, part: string): Validator {
  const validate = (part === 'body' ? forBodies : forParameters).compile(schema);
  return Object.assign(validate, { propertyNames: propertyNames(schema) });
}
